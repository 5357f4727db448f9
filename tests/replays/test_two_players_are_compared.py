"""`/compare-players`: two players beside each other."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays import versus
from solitaire.players.models import Player
from tests.replays import raced, seed
from tests.replays.seed import WON, WON_ONE, Clock
from tests.replays.test_the_deal_page import words


def test_they_stand_beside_each_other_by_name_or_id(ana: Player, ben: Player, clock: Clock) -> None:
    quick = seed.win(ana, WON, clock, 60)
    slow = seed.win(ben, WON, clock, 75)
    seed.win(ben, WON_ONE, clock, 75)
    page = Client().get(f"/compare-players?one=ANA&other={ben.pk}").text
    assert "Games 1 2" in words(page)
    assert "1:00 1 win of 1" in words(page)
    assert f"/replay/{quick}" in page
    assert f"/replay/{slow}" in page
    assert "Deals both have won 1 : 0" in words(page)


def test_the_races_they_met_in_say_who_was_ahead(ana: Player, ben: Player, clock: Clock) -> None:
    race = raced.begin(clock, [ana, ben])
    raced.win(clock, race, ben, 60)
    raced.settle(clock, race)
    found = versus.versus(ana.pk, ben.pk)
    assert [(each.one.place, each.other.place, each.ahead) for each in found.races] == [(2, 1, 2)]
    assert (found.ahead.one, found.ahead.other) == (0, 1)
    page = Client().get("/compare-players?one=Ana&other=Ben").text
    assert "Ben ahead" in words(page)
    assert f"/race/{race.id}" in page


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("one=Ana&other=Nobody", "Nobody here has that name."),
        ("one=Ana&other=ana", "one and the same player"),
        ("one=Ana&other=%00", "Nobody here has that name."),
        ("one=Ana&other=" + "x" * 2000, "Nobody here has that name."),
    ],
)
def test_whoever_is_not_there_is_named(ana: Player, query: str, said: str) -> None:
    answer = Client().get(f"/compare-players?{query}")
    assert answer.status_code == 404
    assert said in answer.text


def test_with_nobody_named_it_asks_for_two(database: object) -> None:
    answer = Client().get("/compare-players")
    assert answer.status_code == 200
    assert "Give the names of two players" in answer.text


def test_it_costs_the_same_however_much_they_have_played(ana: Player, ben: Player, clock: Clock) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert Client().get("/compare-players?one=Ana&other=Ben").status_code == 200
        return len(captured)

    for player in (ana, ben):
        seed.win(player, WON, clock, 60)
    few = queries()
    for player in (ana, ben) * 4:
        seed.win(player, WON, clock, 60)
        seed.win(player, WON_ONE, clock, 60)
    assert queries() == few
