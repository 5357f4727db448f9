"""Whole races over real sockets, from the room to the places."""

import pytest

from tests.races.racers import at_their_tables, kinds, play_all, seat_racers, status


@pytest.mark.parametrize("count", [2, 8, 16])
def test_a_race_of_so_many_on_one_deal(race_site, won_game, count):
    moves = won_game["moves"].split()
    racers = seat_racers(race_site, count, code=won_game["deal"])
    with at_their_tables(racers):
        first, *others = racers
        play_all(first, moves)
        for number, racer in enumerate(others):
            play_all(racer, [*moves[: 3 * number], "x"])
        for racer in racers:
            race = racer.race.until(status("settled"))["race"]
            assert race["places"][0]["key"] == first.key
            assert race["places"][0]["status"] == "won"
            assert [place["status"] for place in race["places"][1:]] == ["resigned"] * (count - 1)
            homes = [place["home"] for place in race["places"]]
            assert homes == sorted(homes, reverse=True)
            assert race["code"] == won_game["deal"]
    assert kinds(race_site, first.race_id).count("settled") == 1
    assert kinds(race_site, first.race_id).count("finished") == count
