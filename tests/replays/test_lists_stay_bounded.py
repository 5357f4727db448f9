"""What pages cost does not grow with what there is: so many queries, each by an index, however long a list."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays import boards, games, profiles, tallies
from replays.models import BoardRow, DealCount, Game, Outcome, PlayerDeal, PlayerWay, RacePlace, Result
from replays.profiles import LATEST_FOLLOWED as FOLLOWED
from replays.profiles import LATEST_FOLLOWERS as FOLLOWERS
from solitaire.players.models import Follow, Player
from tests.replays import seed
from tests.replays.seed import WON, WON_ONE, Clock


@contextmanager
def counted() -> Iterator[CaptureQueriesContext]:
    with CaptureQueriesContext(connection) as queries:
        yield queries


def play(players: list[Player], clock: Clock) -> None:
    for player in players:
        seed.win(player, WON, clock, 60)
        seed.move(seed.deal(player, WON_ONE), "x")
        seed.win(player, WON_ONE, clock, 50)


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("/", 7),
        (f"/deal/{WON}", 17),
        (f"/deal/{WON}?board=moves", 17),
        ("/player/{ana}", 14),
        ("/api/deals", 1),
        (f"/api/deals/{WON}/boards/fastest", 8),
        (f"/api/deals/{WON}/games", 1),
        ("/api/players/{ana}", 13),
    ],
)
def test_a_page_asks_the_same_few_questions_whatever_there_is(
    ana: Player, clock: Clock, address: str, most: int
) -> None:
    browser = Client()
    browser.force_login(ana)
    address = address.format(ana=ana.pk)
    play([ana], clock)
    with counted() as few:
        assert browser.get(address).status_code == 200
    others = Player.objects.bulk_create(
        Player(name=f"Guest {n}", name_key=f"guest {n}", name_look=str(n)) for n in range(30)
    )
    play(others, clock)
    with counted() as many:
        assert browser.get(address).status_code == 200
    assert len(many) <= len(few) + 2, "a place further down is counted"
    assert len(many) <= most, "\n".join(query["sql"] for query in many)


def plan(rows: QuerySet) -> str:
    """How SQLite would find the rows."""
    return rows.explain()


@pytest.mark.parametrize(
    ("rows", "index"),
    [
        (lambda: Game.objects.filter(code=WON).order_by(*games.NEWEST.order())[:25], "game_of_deal"),
        (lambda: games.NEWEST.after(Game.objects.filter(code=WON), (5, "x"))[:25], "game_of_deal"),
        (lambda: Game.objects.filter(owner="x").order_by(*games.NEWEST.order())[:25], "game_of_owner"),
        (lambda: games.NEWEST.after(Game.objects.filter(owner="x"), (5, "x"))[:25], "game_of_owner"),
        (lambda: Game.objects.filter(over=False).order_by(*games.NEWEST.order())[:25], "game_going_on"),
        (lambda: Game.objects.filter(owner="x", deck_key="y").order_by("dealt_at", "id")[:1], "game_of_deck"),
        (
            lambda: Result.objects.filter(outcome=Outcome.WON).order_by(*games.LATEST.order())[:8],
            "result_won",
        ),
        (
            lambda: Result.objects.filter(owner="x", outcome=Outcome.WON).order_by(*games.LATEST.order())[:8],
            "result_won_by_owner",
        ),
        (lambda: DealCount.objects.order_by("-attempts", "code")[:8], "deal_most_played"),
        (
            lambda: BoardRow.objects.filter(code=WON, board="moves", best=True).order_by(*boards.IN_ORDER.order())[:50],
            "COVERING INDEX board_in_order",
        ),
        (
            lambda: boards.IN_ORDER.after(
                BoardRow.objects.filter(code=WON, board="moves", best=True), (1, 2, 3, 4, "x")
            )[:50],
            "COVERING INDEX board_in_order",
        ),
        (
            lambda: boards.IN_ORDER.before(
                BoardRow.objects.filter(code=WON, board="moves", best=True), (1, 2, 3, 4, "x")
            )[:2],
            "COVERING INDEX board_in_order",
        ),
        (
            lambda: BoardRow.objects.filter(code=WON, board="moves", best=True, ranked__lt=7).values("ranked"),
            "COVERING INDEX board_in_order",
        ),
        (lambda: profiles.counted("x").order_by("-ended_at", "-game")[:1], "result_in_turn"),
        (lambda: Result.objects.filter(owner="x", streak__gt=0).order_by("-streak")[:1], "result_streak"),
        (lambda: PlayerDeal.objects.filter(owner="x", played__gt=1).order_by("-played", "code")[:5], "deal_of_player"),
        (lambda: RacePlace.objects.filter(owner="x").order_by("-settled_at", "-game")[:6], "place_of_owner"),
        (lambda: Follow.objects.filter(follower="x").order_by(*FOLLOWED.order())[:50], "follow_of_follower"),
        (lambda: Follow.objects.filter(followed="x").order_by(*FOLLOWERS.order())[:50], "follow_of_followed"),
        (lambda: FOLLOWERS.after(Follow.objects.filter(followed="x"), (5, "y"))[:50], "follow_of_followed"),
    ],
)
def test_each_list_is_read_by_its_index_in_order(database: object, rows: Callable[[], QuerySet], index: str) -> None:
    how = plan(rows())
    assert re.search(
        rf"USING {index}\b" if index.startswith("COVERING") else rf"USING (COVERING )?INDEX {index}\b", how
    )
    assert "TEMP B-TREE" not in how, "nothing is sorted"
    assert "SCAN" not in how or "USING" in how


@pytest.mark.parametrize(
    ("rows", "index"),
    [
        (lambda: RacePlace.objects.filter(race__in=["r", "s"], owner="x"), "place_in_race"),
        (lambda: PlayerWay.objects.filter(owner="x"), "sqlite_autoindex_replays_playerway_1"),
        (
            lambda: BoardRow.objects.filter(code__in=[WON, WON_ONE], board="fastest", owner="x"),
            "sqlite_autoindex_replays_boardrow_1",
        ),
    ],
)
def test_what_two_players_share_is_looked_up(database: object, rows: Callable[[], QuerySet], index: str) -> None:
    how = plan(rows())
    assert f"INDEX {index}" in how
    assert "SCAN" not in how


def test_a_game_that_ends_touches_the_row_of_wins_it_stands_in_alone(ana: Player, clock: Clock) -> None:
    for _ in range(3):
        seed.win(ana, WON, clock, 60)
    won = Result.objects.order_by("ended_at").first()
    assert won is not None
    with counted() as queries:
        tallies.take_out(won)
        tallies.take_in(won)
    asked = [query["sql"] for query in queries if "owner_id" in query["sql"]]
    assert len(asked) == 5
    for sql in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            how = " ".join(row[3] for row in cursor.fetchall())
        assert "INDEX result_in_turn" in how or "INDEX result_streak" in how, sql
        assert "TEMP B-TREE" not in how


@pytest.mark.usefixtures("database")
def test_the_games_of_a_race_are_found_by_its_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN SELECT id FROM replays_game WHERE race = %s", ["aaaaaaaaaaaa"])
        assert "INDEX game_of_race" in cursor.fetchone()[3]
