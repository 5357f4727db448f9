"""What the lobby and a race's page say of races that keep their deck to themselves, and when they tell it."""

import json

import pytest
from django.test import Client

from solitaire.live.new_game import deal_game
from solitaire.live.table import now_ms, stream_of
from solitaire.log import writer
from solitaire.log.event import Append, NewEvent
from solitaire.races import commands, duties, pairing
from solitaire.races.lobby import lobby
from solitaire.races.pairing import COMMON_WAY
from solitaire.races.race import Lane, Race
from solitaire.races.showing import people_of, show_race
from solitaire.rules.deals import Deal
from tests.races.people import account, browser_of, guest, options, players

pytestmark = pytest.mark.usefixtures("database")

KNOWN = Deal.parse("KL1-D1N-AAAAAAG")
DAY = 20_000 * 86_400_000
"""When one began, in milliseconds since 1970."""


def started(race: Race, *, rated: bool = False) -> Race:
    for player in players(race):
        if not (race.options.quick or race.lanes):
            race = commands.mark(race.id, player, ready=True)
    at = now_ms()
    race = commands.append(race, [NewEvent("countdown", {"at": at})])
    race = commands.append(race, [NewEvent("started", {"at": at, "ends_at": at + 600_000, "rated": rated})])
    duties.deal(race, race.seats)
    return race


def play(race: Race, moves: str) -> None:
    """Let the first racer play."""
    for version, move in enumerate(moves.split(), start=1):
        stream = stream_of(race.seats[0].game)
        writer.current().submit(Append(stream, version, (NewEvent("move", move),))).result()


def sealed() -> Race:
    race = commands.create(guest(), options(seats=2))
    return started(commands.join(race.id, guest()))


def known() -> Race:
    race = commands.create(guest(), options(seats=2, sealed=False), KNOWN)
    return started(commands.join(race.id, guest()))


def rated() -> Race:
    pairing.race_now(account("Ana"), COMMON_WAY)
    return started(pairing.race_now(account("Ben"), COMMON_WAY), rated=True)


def listed() -> dict:
    lobby.forget()
    (race,) = lobby.show()["running"]
    return race


def test_of_a_rated_race_the_lobby_lists_totals():
    race = rated()
    play(race, "d d d")
    shown = listed()
    assert (shown["view"], shown["table"], shown["code"]) == ("totals", None, None)
    assert {(racer["name"], racer["home"], racer["moves"]) for racer in shown["racers"]} == {
        ("Ana", 0, 3),
        ("Ben", 0, 0),
    }


@pytest.mark.parametrize("make", [sealed, known])
def test_of_a_friendly_race_it_lists_a_shape_without_a_face(make):
    race = make()
    play(race, "d")
    shown = listed()
    assert shown["view"] == "shape"
    assert shown["table"]["columns"] == [[down, 1] for down in range(7)]
    assert set(json.dumps(shown["table"])).isdisjoint("♠♥♦♣")
    assert shown["code"] == (KNOWN.code if make is known else None)


def test_it_follows_the_games_move_by_move():
    race = sealed()
    assert [racer["moves"] for racer in listed()["racers"]] == [0, 0]
    play(race, "d d")
    assert sorted(racer["moves"] for racer in listed()["racers"]) == [0, 2]


def settled(race: Race) -> Race:
    for seat in race.seats:
        race = commands.append(race, [NewEvent("gone", {"player": seat.player, "why": "absent"})])
    place = {"place": 1, "status": "gone", "home": 0, "home_at": 0, "time_ms": 9, "moves": 0}
    places = [{"player": seat.player, **place} for seat in race.seats]
    places += [{"lane": index, **place} for index in range(len(race.lanes))]
    return commands.append(race, [NewEvent("settled", {"at": race.last_at, "places": places})])


@pytest.mark.parametrize("make", [sealed, rated])
def test_the_code_appears_when_the_race_has_settled(make):
    race = make()
    viewers = [Client(), *(browser_of(player) for player in players(race))]
    for viewer in viewers:
        assert race.code not in viewer.get(f"/race/{race.id}").content.decode()
    race = settled(race)
    for viewer in viewers:
        assert race.code in viewer.get(f"/race/{race.id}").content.decode()


def test_a_ghosts_game_and_player_and_the_day_are_named_at_the_end():
    ana, ben = account("Ana"), account("Ben")
    ghost = deal_game(ben, KNOWN)
    lane = Lane("ghost", game=ghost, player=ben, at=DAY + 5_000_000)
    race = started(commands.create(ana, options(seats=1, sealed=False, public=False), KNOWN, [lane]))
    page = browser_of(ana).get(f"/race/{race.id}").content.decode()
    for secret in (KNOWN.code, ghost, ben, "Ben"):
        assert secret not in page
    shown = show_race(race, people_of([race]))
    assert shown["lanes"][0] == {
        "key": "g0",
        "kind": "ghost",
        "player": None,
        "played_at": None,
        "name": None,
        "mark": "ghost",
        "pace": None,
        "game": None,
        "lane": None,
    }
    race = settled(race)
    shown = show_race(race, people_of([race]))
    (lane,) = shown["lanes"]
    assert (lane["game"], lane["player"], lane["name"], lane["played_at"]) == (ghost, ben, "Ben", DAY)
    assert shown["code"] == KNOWN.code
    assert f'<a href="/player/{ben}">Ben</a>' in browser_of(ana).get(f"/race/{race.id}").content.decode()
    lobby.forget()
    assert not lobby.show()["running"]  # it was nobody else's


def test_pace_setters_are_marked_as_programs():
    lane = Lane("pace", pace="silver", moves=("d", "w7"), every_ms=900)
    race = commands.create(guest(), options(seats=1, sealed=False), KNOWN, [lane])
    shown = show_race(race, people_of([race]))["lanes"][0]
    assert (shown["mark"], shown["pace"], shown["name"]) == ("program", "silver", None)
    assert "w7" not in json.dumps(shown)


def test_the_game_of_a_rival_has_no_name_before_the_start():
    race = commands.create(guest(), options())
    page = Client().get(f"/race/{race.id}").content.decode()
    assert race.seats[0].game not in page
