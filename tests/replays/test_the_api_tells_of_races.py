"""`/api/races`: rooms and races going on, and one race from its room to its places, its code not before the end."""

from hashlib import sha256

import pytest
from django.test import Client

from solitaire.players.models import Player
from solitaire.races import commands
from solitaire.races.lobby import lobby
from solitaire.races.race import Options
from solitaire.rules.deals import Deal
from tests.replays import raced
from tests.replays.raced import SEALED
from tests.replays.seed import WON, Clock


@pytest.fixture(autouse=True)
def nobody_has_looked_at_the_lobby_yet() -> None:
    lobby.forget()


def ask(path: str, status: int = 200) -> dict:
    answer = Client().get(path)
    assert answer.status_code == status
    return answer.json()


def test_rooms_can_be_joined(ana: Player):
    race = commands.create(ana.pk, Options("KL", 3, "N", 4, sealed=True))
    (room,) = ask("/api/races")["rooms"]
    assert (room["id"], room["taken"], room["capacity"], room["code"]) == (race.id, 1, 4, None)
    assert room["host"] == {"id": ana.pk, "name": "Ana", "mark": "account"}


def test_a_sealed_race_tells_its_code_when_it_has_settled_and_not_before(ana: Player, ben: Player, clock: Clock):
    race = raced.begin(clock, [ana, ben])
    raced.win(clock, race, ana, 60)
    (listed,) = ask("/api/races")["running"]
    assert (listed["code"], listed["view"], [racer["name"] for racer in listed["racers"]]) == (
        *(None, "shape"),
        ["Ana", "Ben"],
    )
    shown = ask(f"/api/races/{race.id}")
    assert (shown["status"], shown["code"], shown["places"]) == ("started", None, [])
    assert shown["hash"] == sha256(SEALED.code.encode()).hexdigest()
    raced.settle(clock, race)
    shown = ask(f"/api/races/{race.id}")
    assert (shown["status"], shown["code"]) == ("settled", SEALED.code)
    assert [(place["place"], place["status"]) for place in shown["places"]] == [(1, "won"), (2, "time-up")]


def test_racers_keep_their_keys_whatever_the_standing(ana: Player, ben: Player, clock: Clock):
    race = raced.begin(clock, [ana, ben])
    for winner, order in ((None, ["0", "1"]), (ben, ["1", "0"])):
        if winner:
            raced.win(clock, race, winner, 60)
        lobby.forget()
        (listed,) = ask("/api/races")["running"]
        keys = [racer["key"] for racer in listed["racers"]]
        assert keys == order
        names = {seat["key"]: seat["name"] for seat in ask(f"/api/races/{race.id}")["seats"]}
        assert {racer["key"]: racer["name"] for racer in listed["racers"]} == names


def test_a_known_code_is_told_from_the_first(ana: Player, ben: Player, clock: Clock):
    race = raced.begin(clock, [ana, ben], Deal.parse(WON))
    shown = ask(f"/api/races/{race.id}")
    assert (shown["code"], shown["hash"]) == (WON, None)
    (listed,) = ask("/api/races")["running"]
    assert (listed["code"], listed["view"]) == (WON, "shape"), "rivals read it too"


def test_there_is_no_such_race(database: object):
    for race_id in ("nosuchrace22", "%00", "RACE"):
        assert ask(f"/api/races/{race_id}", 404)["code"] == "no-such-race"
