"""While a race runs, its racers have no other game dealt on its deck, and nothing tells which deck a sealed one is."""

import pytest
from django.test import Client

from solitaire.live import new_game
from solitaire.live.table import now_ms
from solitaire.log.event import NewEvent
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from solitaire.races import commands, duties
from solitaire.races.race import Race
from solitaire.rules.deals import Deal
from tests.races.people import account, browser_of, guest, guests, options, players

pytestmark = pytest.mark.usefixtures("database")

KNOWN = "KL1-D1N-AAAAAAG"


def running(race: Race) -> Race:
    commands.join(race.id, guest())
    for player in players(commands.find(race.id)):
        race = commands.mark(race.id, player, ready=True)
    at = now_ms()
    race = commands.append(race, [NewEvent("countdown", {"at": at})])
    race = commands.append(race, [NewEvent("started", {"at": at, "ends_at": at + 600_000, "rated": False})])
    duties.deal(race, race.seats)
    return race


def known(player: str) -> Race:
    return running(commands.create(player, options(sealed=False), Deal.parse(KNOWN)))


def sealed(player: str) -> Race:
    return running(commands.create(player, options()))


def play(browser: Client, code: str = KNOWN, **fields: str):
    return browser.post("/play", {"code": code, **fields})


@pytest.mark.parametrize("code", [KNOWN, "kl1d1naaaaaag", "TF1-D3N-AAAAAAG", "KL1-D3V-AAAAAAG"])
def test_the_cards_of_the_race_are_not_dealt_again_under_any_code(code: str):
    ana = guest()
    race = known(ana)
    answer = play(browser_of(ana), code)
    assert answer.status_code == 409
    assert f'href="/race/{race.id}"' in answer.content.decode()


def test_other_cards_are_dealt_and_others_are_dealt_these():
    ana, ben = guests(2)
    known(ana)
    assert play(browser_of(ana), "KL1-D1N-AAAAAAB").status_code == 303
    assert play(browser_of(ben)).status_code == 303


def test_a_game_of_the_race_is_not_left_for_another():
    ana = guest()
    race = known(ana)
    (game,) = [seat.game for seat in race.seats if seat.player == ana]
    assert play(browser_of(ana), "KL1-D1N-AAAAAAB", leave=game).status_code == 409


def test_in_a_sealed_race_every_code_gets_the_same_answer():
    ana = guest()
    race = sealed(ana)
    browser = browser_of(ana)
    answers = {play(browser, code).content.decode().partition("<main")[2] for code in (race.code, KNOWN)}
    assert len(answers) == 1
    assert race.code not in answers.pop()
    assert browser.post("/play", {"family": "KL", "draw": "1", "ruleset": "N"}).status_code == 409


@pytest.mark.parametrize("make", [known, sealed])
def test_practice_on_its_cards_has_to_wait_too(make):
    ana, ben = guests(2)
    shown = new_game.deal_game(ben, Deal.parse(KNOWN))
    race = make(ana)
    answer = browser_of(ana).post(f"/game/{shown}/play-on", {"move": "0"})
    assert answer.status_code == 409
    assert f'href="/race/{race.id}"' in answer.content.decode()
    assert browser_of(guest()).post(f"/game/{shown}/play-on", {"move": "0"}).status_code == 303


def test_before_the_start_and_after_the_end_games_are_dealt():
    ana = guest()
    waiting = commands.create(ana, options())
    browser = browser_of(ana)
    assert play(browser).status_code == 303
    race = running(waiting)
    assert play(browser).status_code == 409
    commands.append(race, [NewEvent("gone", {"player": ana, "why": "absent"})])
    assert play(browser).status_code == 303


def test_an_account_races_on_as_the_guest_it_was():
    ana, name = guest(), account("Ana")
    known(ana)
    absorb(Player.objects.get(pk=ana), Player.objects.get(pk=name))
    assert play(browser_of(name)).status_code == 409


def test_leaving_a_race_that_runs_ends_ones_game():
    ana = guest()
    race = known(ana)
    browser = browser_of(ana)
    assert browser.post(f"/race/{race.id}/leave")["Location"] == f"/race/{race.id}"
    (game,) = [seat.game for seat in race.seats if seat.player == ana]
    from solitaire.live.table import fold, read_game

    assert fold(game, read_game(game)).game.status == "resigned"
