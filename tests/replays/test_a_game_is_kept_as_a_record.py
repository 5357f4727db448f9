"""`/replay/<game>` and the game record it offers."""

from decimal import Decimal

import pytest
from django.test import Client

from solitaire.players.models import Player
from solitaire.rules import record
from tests.replays import seed
from tests.replays.seed import LOST, WON, Clock, line


@pytest.fixture
def browser() -> Client:
    return Client()


def kept(browser: Client, game_id: str) -> record.Record:
    answer = browser.get(f"/replay/{game_id}.kgr")
    assert answer.status_code == 200
    return record.read(answer.text)


def test_a_won_game_is_written_with_exact_times(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, WON)
    clock.ms += 1_204
    seed.move(game_id, *line(WON)[:1])
    clock.ms += 58_796
    seed.move(game_id, *line(WON)[1:])
    written = kept(browser, game_id)
    assert written.moves == line(WON)
    assert written.seconds[:2] == (Decimal("1.204"), Decimal(60))
    assert written.tags == {
        "Deal": WON,
        "Player": "Ana",
        "Date": "2030-03-17T17:46:40Z",
        "Result": "won",
        "Score": "570",
        "Moves": "90",
        "Time": "60",
    }


def test_a_game_still_going_has_its_moves_up_to_now(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, WON)
    seed.move(game_id, *line(WON)[:12], "h", "u")
    written = kept(browser, game_id)
    assert written.tags["Result"] == "*"
    assert len(written.moves) == 14


def test_a_game_just_dealt_has_none(browser: Client, ana: Player, clock: Clock) -> None:
    assert kept(browser, seed.deal(ana, WON)).moves == ()


def test_a_game_the_site_closed_ends_in_a_resignation(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, WON)
    clock.ms += 9_125
    seed.close(game_id)
    written = kept(browser, game_id)
    assert (written.moves, written.tags["Result"], written.tags["Time"]) == (("x",), "resigned", "9.125")


def test_a_lost_game_that_was_closed_stays_lost(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, LOST)
    seed.move(game_id, *line(LOST))
    seed.close(game_id)
    written = kept(browser, game_id)
    assert (written.moves, written.tags["Result"]) == (line(LOST), "lost")


def test_it_comes_as_a_file_named_after_the_deal(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, WON)
    answer = browser.get(f"/replay/{game_id}.kgr")
    assert answer["Content-Disposition"] == f'attachment; filename="{WON}-{game_id}.kgr"'
    assert answer["Content-Type"] == "text/plain; charset=utf-8"


def test_a_name_with_quotes_is_written_so_that_it_can_be_read(browser: Client, database: object, clock: Clock) -> None:
    player = Player.objects.create_account('Ana "the\\hand"', "nine-of-spades")
    assert kept(browser, seed.deal(player, WON)).tags["Player"] == 'Ana "the\\hand"'


def test_the_replay_page_knows_its_game(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.win(ana, WON, clock, 60)
    page = browser.get(f"/replay/{game_id}")
    assert page.status_code == 200
    assert page.context["game"] == {
        "id": game_id,
        "code": WON,
        "family": "KL",
        "draw": 3,
        "ruleset": "N",
        "player": {"id": ana.pk, "name": "Ana"},
        "race": None,
        "day": None,
        "over": True,
        "view": "all",
    }


@pytest.mark.parametrize("address", ["/replay/nosuchgame22", "/replay/nosuchgame22.kgr"])
def test_a_game_that_never_was_is_not_found(browser: Client, database: object, address: str) -> None:
    assert browser.get(address).status_code == 404
