"""A race against ghosts or pace-setters at a real site: at once, marked for what they are, their deck a secret."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import Any

import pytest

from tests.live.browsers import Browser
from tests.races.racers import Racer, kinds, logged, play_all, race_ghosts, racing, status, win
from tests.server import Site

PACES = {"bronze": 60_000, "silver": 250, "gold": 20}


@pytest.fixture(scope="module")
def site(shared_site: Callable[..., AbstractContextManager[Site]]) -> Iterator[Site]:
    """A new site: nobody has played on it, and no line is ready."""
    with shared_site(DJANGO_SETTINGS_MODULE="tests.races.ghost_settings") as site:
        yield site


def lane(race: dict[str, Any], index: int) -> dict[str, Any]:
    """How far somebody who is not there has come, as far as it has been told."""
    return race["lanes"][index]["lane"] or {}


def gold_has_won(race: dict[str, Any]) -> bool:
    return lane(race, 2).get("status") == "won"


def created(site: Site, race_id: str) -> dict[str, Any]:
    return logged(site, f"race:{race_id}")[0][1]


def test_on_a_new_site_it_is_against_three_pace_setters_and_starts_by_itself(site: Site):
    ana = Racer(site)
    race_ghosts(ana, family="KL", draw="1", ruleset="N")
    with racing(ana):
        race = ana.race.now["race"]
        marks = [(lane["mark"], lane["pace"], lane["name"]) for lane in race["lanes"]]
        assert marks == [("program", "bronze", None), ("program", "silver", None), ("program", "gold", None)]
        assert (race["rated"], race["sealed"], race["public"]) == (False, False, False)
        assert race["hash"] == sha256(created(site, race["id"])["code"].encode()).hexdigest()
        gold = race["lanes"][2]["key"]
        ana.race.until(gold_has_won)
        silver, bronze = (ana.race.now["race"]["lanes"][index]["lane"] for index in (1, 0))
        assert silver["status"] == bronze["status"] == "playing"
        assert ana.race.now["race"]["standing"][0] == gold
        play_all(ana, ["d", "x"])
        race = ana.race.until(status("settled"))["race"]
    assert race["code"] == created(site, race["id"])["code"]
    assert race["places"][0]["key"] == gold
    assert race["places"][0]["time_ms"] == PACES["gold"] * len(created(site, race["id"])["lanes"][2]["moves"])
    assert race["places"][0]["status"] == "won"


def test_the_room_one_waits_in_is_left_for_it(site: Site):
    ana = Racer(site)
    room = ana.seek()
    race = race_ghosts(ana, instead=room)
    assert race != room
    assert kinds(site, room)[-2:] == ["left", "closed"]
    assert ana.post(f"/race/{race}/leave").status == 303


def test_who_has_found_a_rival_meanwhile_stays_in_that_race(site: Site):
    ana, ben = Racer(site), Racer(site)
    room = ana.seek()
    assert ben.seek() == room
    assert race_ghosts(ana, instead=room) == room
    assert "left" not in kinds(site, room)
    ben.post(f"/race/{room}/leave")
    ana.post(f"/race/{room}/leave")


def test_a_room_that_is_somebody_elses_stays_as_it_is(site: Site):
    ana, ben = Racer(site), Racer(site)
    room = ben.seek()
    assert race_ghosts(ana, instead=room) != room
    assert race_ghosts(Racer(site), instead="nosuchrace22") != room
    assert "left" not in kinds(site, room)
    ben.post(f"/race/{room}/leave")


def test_it_can_be_left_before_the_start_and_counts_for_nothing(site: Site):
    ana = Racer(site)
    race = race_ghosts(ana)
    assert ana.post(f"/race/{race}/leave").status == 303
    assert kinds(site, race)[-1] == "closed"
    assert created(site, race)["code"] not in ana.get(f"/race/{race}").body


# --- its deck is a secret ---

PAGES = [
    "/",
    "/race",
    "/watch",
    "/race/{race}",
    "/game/{game}",
    "/replay/{game}",
    "/replay/{game}.kgr",
    "/player/{player}",
]
ANSWERS = [
    "/api/races",
    "/api/races/{race}",
    "/api/races/{race}/lanes/g2/events",
    "/api/games",
    "/api/games/{game}",
    "/api/games/{game}/events",
    "/api/deals",
]


def everything(browser: Browser, **words: str) -> str:
    """All that a browser is told about a race and what is around it."""
    return "\n".join(browser.get(path.format(**words)).body for path in PAGES + ANSWERS)


def spellings(code: str) -> list[str]:
    """What would give the deck away: the code, its letters, however written."""
    letters = code.split("-", 2)[2]
    return [code, code.replace("-", ""), letters, letters.replace("-", "")]


def test_its_code_is_told_to_nobody_before_the_end_and_to_everybody_after_it(site: Site):
    ana, stranger = Racer(site), Racer(site)
    race_id = race_ghosts(ana, family="KL", draw="3", ruleset="N")
    code = created(site, race_id)["code"]
    heard = []
    with racing(ana), stranger.look(race_id) as watching:
        heard.append(json.dumps(ana.snapshot))
        heard.append(json.dumps(watching.hello()))
        words = {"race": race_id, "game": ana.game_id, "player": ana.race.now["you"]["player"]}
        play_all(ana, ["d", "d"])
        ana.race.until(gold_has_won)
        watching.until(gold_has_won)
        heard += [json.dumps(ana.race.now), json.dumps(watching.now)]
        heard += [everything(ana, **words), everything(stranger, **words)]
        for spelling in spellings(code):
            assert not any(spelling.lower() in text.lower() for text in heard)
        cards = [card for column in ana.snapshot["position"]["columns"] for card in column if card != "??"]
        assert not any(f'"{card}"' in heard[5] for card in cards)
        play_all(ana, ["x"])
        ana.race.until(status("settled"))
        assert watching.until(status("settled"))["race"]["code"] == code
    assert code in stranger.get(f"/race/{race_id}").body
    assert code in stranger.get(f"/api/races/{race_id}").body


# --- ghosts ---


def test_who_has_won_becomes_a_ghost_for_others_and_is_marked_as_one(site: Site, won_game: dict[str, str]):
    ben, ana = Racer(site), Racer(site)
    game = win(ben, won_game, pause_s=0.1)
    deal = {"family": "KL", "draw": "3", "ruleset": "S"}
    race_id = race_ghosts(ana, **deal)
    (ghost,) = created(site, race_id)["lanes"]
    assert (ghost["kind"], ghost["game"]) == ("ghost", game)
    with racing(ana):
        race = ana.race.now["race"]
        (shown,) = race["lanes"]
        assert (shown["mark"], shown["name"], shown["played_at"], shown["game"]) == ("ghost", None, None, None)
        assert game not in json.dumps(ana.race.now)
        assert won_game["deal"] not in json.dumps(ana.race.now)
        digest = sha256(won_game["deal"].encode()).hexdigest()  # all know this deal: some would recognise its hash
        assert digest not in json.dumps(ana.race.now) + everything(ana, race=race_id, game=game, player=ana.key)
        ana.race.until(lambda race: lane(race, 0).get("moves", 0) >= 5)
        play_all(ana, ["x"])
        race = ana.race.until(status("settled"))["race"]
    (shown,) = race["lanes"]
    name = ben.get(f"/api/games/{game}").json["game"]["player"]["name"]
    assert (shown["mark"], shown["name"], shown["game"]) == ("ghost", name, game)
    assert 0 <= time.time() * 1000 - shown["played_at"] < 2 * 86_400_000
    assert race["code"] == won_game["deal"]
    assert "was known from the beginning" not in ana.get(f"/race/{race_id}").body
    again = race_ghosts(ana, **deal)
    assert created(site, again)["lanes"][0]["kind"] == "pace"
    ana.post(f"/race/{again}/leave")


def test_pages_are_answered_while_a_line_is_searched_for(site: Site):
    """The search takes long for a way for which hardly a line is found."""
    ana, ben = Racer(site), Racer(site)
    ben.get("/")
    done = threading.Event()

    def ask() -> None:
        ana.post("/race/ghosts", family="KL", draw="3", ruleset="V")
        done.set()

    asking = threading.Thread(target=ask)
    asking.start()
    slowest, asked = 0.0, 0
    while not done.is_set() and asked < 20:
        begun = time.monotonic()
        assert ben.get("/api/deals").status == 200
        slowest, asked = max(slowest, time.monotonic() - begun), asked + 1
        time.sleep(0.05)
    asking.join()
    assert slowest < 3
