"""`/account/data`: one archive with all that the site has of a player."""

import io
import json
import zipfile

import pytest
from django.http import HttpResponse
from django.test import Client

from replays import own_data
from solitaire.live import new_game
from solitaire.players import following
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from solitaire.rules.deals import Deal
from tests.replays import raced, seed
from tests.replays.seed import WON, WON_ONE, Clock, line


@pytest.fixture
def browser(ana: Player) -> Client:
    browser = Client()
    browser.force_login(ana)
    return browser


@pytest.fixture(autouse=True)
def nobody_has_downloaded_yet() -> None:
    own_data.limits.forget()


def unpacked(answer: HttpResponse) -> tuple[dict, list[dict]]:
    """What is in an archive: about the player, and the games."""
    assert answer["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.namelist() == ["player.json", "games.jsonl"]
        games = [json.loads(text) for text in archive.read("games.jsonl").splitlines()]
        return json.loads(archive.read("player.json")), games


def test_it_has_who_they_are_and_every_move(
    browser: Client, ana: Player, ben: Player, guest: Player, clock: Clock
) -> None:
    won = seed.win(guest, WON, clock, 60)
    absorb(guest, ana)
    following.follow(ana, ben)
    about, games = unpacked(browser.post("/account/data"))
    assert (about["name"], about["earlier_ids"], about["parts"]) == ("Ana", [guest.pk], 1)
    assert [row["name"] for row in about["follows"]] == ["Ben"]
    (game,) = games
    assert (game["id"], game["code"], game["result"]["outcome"]) == (won, WON, "won")
    assert [move for _, move in game["moves"]] == list(line(WON))
    assert {at for at, _ in game["moves"]} == {60_000}


def test_practice_is_told_from_games_that_count(browser: Client, ana: Player, clock: Clock) -> None:
    counts = seed.deal(ana, WON_ONE)
    practice = new_game.deal_game(ana.pk, Deal.parse(WON), practice=True)
    _, games = unpacked(browser.post("/account/data"))
    assert {game["id"]: game["practice"] for game in games} == {counts: False, practice: True}


def test_nobody_elses_games_are_in_it(browser: Client, ben: Player, clock: Clock) -> None:
    seed.win(ben, WON, clock, 60)
    assert unpacked(browser.post("/account/data"))[1] == []


def test_a_race_that_keeps_its_deck_keeps_it_here(browser: Client, ana: Player, ben: Player, clock: Clock) -> None:
    race = raced.begin(clock, [ana, ben])
    raced.win(clock, race, ana, 60)
    answer = browser.post("/account/data")
    about, (game,) = unpacked(answer)
    assert (game["code"], game["result"], about["races"]) == (None, None, [])
    assert raced.SEALED.code not in json.dumps(game)
    raced.settle(clock, race)
    about, (game,) = unpacked(browser.post("/account/data"))
    assert (game["code"], about["races"][0]["place"]) == (raced.SEALED.code, 1)


def test_much_comes_in_parts(browser: Client, ana: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_data, "PART", 2)
    dealt = []
    for _ in range(3):
        clock.ms += 1000
        dealt.append(seed.deal(ana, WON_ONE))
    assert "Part 2" in browser.get("/account/data").text
    parts = [[game["id"] for game in unpacked(browser.post("/account/data", {"part": part}))[1]] for part in (1, 2)]
    assert parts == [dealt[:2], dealt[2:]]


@pytest.mark.parametrize("part", ["0", "2", "-1", "x", "9" * 40])
def test_a_part_there_is_not_is_refused(browser: Client, part: str) -> None:
    answer = browser.post("/account/data", {"part": part})
    assert answer.status_code == 400
    assert "There is no such part" in answer.text


def test_it_is_made_so_often_and_no_more(browser: Client, settings: object) -> None:
    settings.REPLAYS = {**settings.REPLAYS, "downloads": {"per_s": 1 / 60, "burst": 1}}
    own_data.limits.forget()
    assert browser.post("/account/data").status_code == 200
    assert browser.post("/account/data").status_code == 429


def test_guests_have_theirs_and_strangers_none(guest: Player) -> None:
    browser = Client()
    assert browser.post("/account/data")["Location"].startswith("/login")
    browser.force_login(guest)
    assert unpacked(browser.post("/account/data"))[0]["guest"] is True
