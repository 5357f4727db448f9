"""Two to four games of one deck stand side by side, chosen on the deal's page or beside a replay."""

import json
import re
from itertools import pairwise

import pytest
from django.test import Client

from replays.charts import SCALE
from replays.courses import chart_of, course
from replays.pages import find_table
from solitaire.live import new_game
from solitaire.live.table import Origin
from solitaire.players.models import Player
from tests.replays import seed
from tests.replays.seed import LOST, WON, Clock, line


@pytest.fixture
def games(ana: Player, ben: Player, clock: Clock) -> list[str]:
    """Two wins of one deal."""
    return [seed.win(ana, WON, clock, 60), seed.win(ben, WON, clock, 90, seed.with_take_back(WON))]


def compare(*games: str, browser: Client | None = None):
    return (browser or Client()).get("/compare", {"game": games})


def films(page: str) -> list[dict[str, object]]:
    found = re.search(r'<script id="films" type="application/json">(.*?)</script>', page)
    return json.loads(found[1]) if found else []


def test_they_stand_in_the_order_of_the_address_each_once(games: list[str]) -> None:
    page = compare(games[1], games[0], games[1]).text
    assert [(film["game"], film["name"]) for film in films(page)] == [(games[1], "Ben"), (games[0], "Ana")]


def test_the_chart_says_how_each_went(games: list[str]) -> None:
    page = compare(*games).text
    assert "Ana: 52 of 52 cards home after 1:00. Ben: 52 of 52 cards home after 1:30." in page


def test_with_one_game_there_are_others_to_choose(games: list[str]) -> None:
    page = compare(games[0]).text
    assert films(page) == []
    assert f'value="{games[0]}" checked' in page
    assert f'value="{games[1]}">' in page


def test_games_under_other_rules_on_the_same_cards_are_compared(games: list[str], ana: Player) -> None:
    other = seed.deal(ana, WON.replace("D3N", "D1C"))
    assert len(films(compare(games[0], other).text)) == 2


def test_games_of_different_cards_are_not(games: list[str], ana: Player) -> None:
    answer = compare(games[0], seed.deal(ana, LOST))
    assert (answer.status_code, "Only games on the very same cards" in answer.text) == (400, True)


def test_none_and_five_are_refused_with_what_is_allowed(games: list[str], ana: Player) -> None:
    many = [seed.deal(ana, WON) for _ in range(5)]
    for answer, count in ((compare(), 0), (compare(*many), 5)):
        assert (answer.status_code, f"two to four games of one deck; you have chosen {count}" in answer.text) == (
            400,
            True,
        )
    assert compare("aaaaaaaaaaaa").status_code == compare(games[0], "'; --").status_code == 404


def test_anothers_practice_cannot_be_compared_and_ones_own_can(games: list[str], ana: Player) -> None:
    practised = new_game.play_on(ana.pk, Origin(games[1], 30))
    own = Client()
    own.force_login(ana)
    assert compare(games[0], practised).status_code == 404
    assert len(films(compare(games[0], practised, browser=own).text)) == 2


def test_the_deals_page_and_a_replay_lead_to_it(games: list[str]) -> None:
    deal = Client().get(f"/deal/{WON}").text
    assert all(f'name="game" value="{game}" form="compare-form"' in deal for game in games)
    assert f'href="/compare?game={games[0]}"' in Client().get(f"/replay/{games[0]}").text


def test_the_chart_of_a_game_follows_cards_home_and_score(games: list[str], clock: Clock, ana: Player) -> None:
    game_id = seed.deal(ana, WON)
    for move in line(WON):
        clock.ms += 1000
        seed.move(game_id, move)
    table = find_table(game_id, None)
    points = course(table)
    assert points[0] == (0, 0, 0)
    assert points[-1] == (90_000, 52, 570)
    assert all(before.at <= after.at for before, after in pairwise(points))
    chart = chart_of(table)
    assert chart.home.startswith(f"M0 {float(SCALE)}H")
    assert chart.home.endswith("V0.0H1000.0")
    assert chart.description == "52 of 52 cards home after 1:30. The score is 570 then."


def test_where_the_score_is_the_cards_home_it_is_drawn_once(ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, LOST)
    seed.move(game_id, *line(LOST))
    assert chart_of(find_table(game_id, None)).scored == ""
