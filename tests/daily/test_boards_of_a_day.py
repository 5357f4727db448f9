"""The board of a day ranks attempts in a total order; when the day is over its games stand where others do."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from replays import boards, daily, games
from replays.models import BoardRow, DealCount, Game, Result
from solitaire.daily.models import Attempt
from solitaire.players.models import Player
from solitaire.races import conduct
from solitaire.races.models import Flag, RecordedGame
from tests.daily import seed
from tests.daily.clocks import FIRST, Clock

DAY = "2030-03-09:D1"


def attempt(number: int, ranked: int, second: int, third: int, ended_at: int) -> Attempt:
    return Attempt(
        game=f"g{number:03}", day=DAY, player=f"p{number}", owner_id=f"p{number}", guest=0, counts=True,
        dealt_at=0, over=True, outcome="lost" if ranked else "won", ended_at=ended_at, time_ms=second, moves=third,
        score=0, home=0, ranked=ranked, second=second, third=third, review="",
    )  # fmt: skip


def expected(rows: list[Attempt]) -> list[tuple[int, str]]:
    """Places and games by a plain sort."""
    key = lambda row: (row.ranked, row.second, row.third, row.ended_at, row.game)  # noqa: E731
    ordered = sorted(rows, key=key)
    values = [(row.ranked, row.second) for row in ordered]
    return [(1 + values.index((row.ranked, row.second)), row.game) for row in ordered]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 1), *[st.integers(0, 2)] * 3), max_size=30))
def test_a_board_is_what_a_plain_sort_makes_of_it_page_by_page(database, made: list[tuple[int, int, int, int]]):
    Attempt.objects.all().delete()
    Player.objects.bulk_create(
        [Player(pk=f"p{n}", name=f"P{n}", name_key=f"p{n}", name_look=f"p{n}") for n in range(len(made))],
        ignore_conflicts=True,
    )
    rows = [attempt(number, *figures) for number, figures in enumerate(made)]
    random.Random(1).shuffle(rows)
    Attempt.objects.bulk_create(rows)
    found, after = [], None
    while True:
        page = daily.read(DAY, guests=False, after=after, size=7)
        found += [(line.place, line.row.game) for line in page.lines]
        after = page.next
        if after is None:
            break
    assert found == expected(rows)
    for row in rows:
        assert {(line.place, line.row.game) for line in daily.around(row)} <= set(found)
        assert row.game in {line.row.game for line in daily.around(row)}


def test_who_has_won_stands_above_who_has_not(ana: Player, ben: Player, guest: Player, clock: Clock, winnable: None):
    slow = seed.win(ana, clock, seconds=300)
    other = seed.give_up(ben, clock)
    apart = seed.give_up(guest, clock)
    assert [(line.place, line.row.game) for line in daily.read(DAY, guests=False).lines] == [(1, slow), (2, other)]
    assert [line.row.game for line in daily.read(DAY, guests=True).lines] == [apart]
    assert daily.players(DAY) == 3


def test_until_the_day_is_over_its_games_count_nowhere_and_then_they_do(ana: Player, clock: Clock, winnable: None):
    game = seed.win(ana, clock)
    code = seed.WINNABLE
    assert (Result.objects.count(), BoardRow.objects.count(), DealCount.objects.count()) == (0, 0, 0)
    assert (RecordedGame.objects.count(), games.latest_wins(5), games.going_on(5)) == (0, [], [])
    assert games.of_deal(code).rows == games.of_player(ana.pk, None).rows == []
    seed.next_day(clock)
    row = Game.objects.get(pk=game)
    assert (row.hidden, row.first, row.code) == (False, True, code)
    assert [line.row.game_id for line in boards.read(code, "fastest").lines] == [game]
    assert (games.counts(code).attempts, games.counts(code).wins) == (1, 1)
    assert RecordedGame.objects.get().pk == game
    assert games.latest_wins(5)[0].game_id == game


def test_nothing_of_a_day_is_going_on_for_others(ana: Player, clock: Clock):
    seed.begin(ana)
    assert games.going_on(5) == []
    assert [row.day for row in games.unfinished(ana.pk, 5)] == [DAY]


def test_a_win_that_waits_to_be_looked_at_stands_on_no_board(ana: Player, clock: Clock, winnable: None):
    game = seed.win(ana, clock, seconds=0)
    assert Flag.objects.filter(game=game).exists()
    assert daily.read(DAY, guests=False).lines == []
    conduct.resolve(game, "inhuman-pace", "cleared", "A shared screen.", ana.pk)
    assert [line.row.game for line in daily.read(DAY, guests=False).lines] == [game]


def test_days_in_a_row_are_days_of_utc(ana: Player, clock: Clock, winnable: None):
    seed.win(ana, clock)
    seed.next_day(clock)
    seed.give_up(ana, clock)
    seed.next_day(clock)
    streaks = daily.streaks_of(ana.pk, seed.today().on)
    assert (streaks.played, streaks.won) == ((2, 2), (0, 1))
    seed.next_day(clock)
    assert daily.streaks_of(ana.pk, seed.today().on).played == (0, 2)


def test_who_only_gives_up_has_not_played(ana: Player, clock: Clock):
    seed.give_up(ana, clock, moves=())
    assert daily.streaks_of(ana.pk, FIRST).played == (0, 0)


@pytest.mark.parametrize("cursor", ["", "x", "1.2.3.4", "0.0.0.0.*", "0" * 200])
def test_a_cursor_that_is_none_leads_nowhere(ana: Player, clock: Clock, client, cursor: str):
    seed.today()
    address = f"/daily/2030-03-09/1?after={cursor}"
    assert client.get(address).status_code == (200 if cursor == "" else 404)
