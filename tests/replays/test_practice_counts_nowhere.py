"""A practice game begins where another stood, counts nowhere, and nobody but its player is told of it."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from replays.models import BoardRow, DealCount, Game, Result
from solitaire.live import admission, new_game
from solitaire.live.table import Origin, begin, fold, read_game, stream_of
from solitaire.log import writer
from solitaire.log.event import Append, NewEvent
from solitaire.players.models import Player
from solitaire.races.models import Flag, RecordedGame
from solitaire.rules import game as rules
from solitaire.rules.deals import Deal
from tests.replays import seed
from tests.replays.seed import LOST, WON, Clock, line

MIDDLE = 40
"""The move of the winning line that is played on from."""


@pytest.fixture
def won(ben: Player, clock: Clock) -> str:
    """A game that Ben has won."""
    return seed.win(ben, WON, clock, 60)


@pytest.fixture
def browser(ana: Player) -> Client:
    """Ana's."""
    client = Client()
    client.force_login(ana)
    return client


def play_on(browser: Client, game_id: str, move: int | str, **fields: str):
    return browser.post(f"/game/{game_id}/play-on", {"move": move, **fields})


def begun(answer) -> str:
    """The id of the game that an answer leads to."""
    assert answer.status_code == 303, answer.content
    return answer["Location"].removeprefix("/game/")


def test_it_begins_with_the_position_after_the_move_and_a_clock_of_its_own(browser: Client, won: str) -> None:
    there = rules.fold(Deal.parse(WON), line(WON)[:MIDDLE])
    begins = begin("", read_game(begun(play_on(browser, won, MIDDLE)))[0])
    assert begins.game.position == there.position
    assert begins.game.legal() == tuple(move for move in there.legal() if move != "u")
    assert (begins.dealt_at, begins.practice, begins.origin) == (begins.last_at, True, Origin(won, MIDDLE + 1))


def test_a_win_in_practice_stands_nowhere(browser: Client, ana: Player, won: str) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (Result, BoardRow, DealCount, RecordedGame)]
    practised = begun(play_on(browser, won, MIDDLE))
    seed.move(practised, *line(WON)[MIDDLE:])  # in no time at all, as no human could
    assert fold(practised, read_game(practised)).game.status == "won"
    after = [list(model.objects.order_by("pk").values()) for model in (Result, BoardRow, DealCount, RecordedGame)]
    assert after == before
    assert not Flag.objects.filter(game=practised).exists()
    assert '<dd class="num">0</dd>' in browser.get(f"/player/{ana.pk}").text


def test_a_game_after_practice_is_no_first_attempt(browser: Client, ana: Player, clock: Clock, won: str) -> None:
    practised = begun(play_on(browser, won, MIDDLE))
    seed.move(practised, "x")
    clock.ms += 1000
    later = seed.win(ana, WON, clock, 60)
    assert not Game.objects.get(pk=later).first
    assert not BoardRow.objects.get(game=later, board="fastest").first
    assert audit() == "Everything agrees with the log.\n"


def test_its_player_alone_can_see_that_it_is_there(browser: Client, ana: Player, ben: Player, won: str) -> None:
    game_id = begun(play_on(browser, won, MIDDLE))
    pages = [f"/game/{game_id}", f"/replay/{game_id}", f"/api/games/{game_id}", f"/api/games/{game_id}/events"]
    other = Client()
    other.force_login(ben)
    for page in pages:
        assert browser.get(page).status_code == 200, page
        assert other.get(page).status_code == Client().get(page).status_code == 404, page
    for page in (
        "/",
        f"/player/{ana.pk}",
        f"/api/players/{ana.pk}",
        f"/deal/{WON}",
        "/api/games",
        "/now",
        "/api/races",
    ):
        assert game_id not in other.get(page).text, page
    assert game_id in browser.get("/").text
    assert game_id in browser.get(f"/player/{ana.pk}").text
    assert other.get(f"/replay/{game_id}.png").status_code == browser.get(f"/replay/{game_id}.kgr").status_code == 404


def test_a_socket_to_it_is_told_that_there_is_no_such_game(browser: Client, won: str) -> None:
    game_id = begun(play_on(browser, won, MIDDLE))
    with pytest.raises(admission.NoSuchGame):
        admission.admit(game_id, {}, None)
    cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
    assert admission.admit(game_id, cookies, None).is_player


def test_it_does_not_begin_beside_a_game_that_counts_on_the_same_deck(
    browser: Client, ana: Player, clock: Clock, won: str
) -> None:
    counts = seed.deal(ana, WON.replace("D3N", "D1C"))  # the same cards under another code
    held = play_on(browser, won, MIDDLE)
    assert held.status_code == 409
    assert f'href="/game/{counts}"' in held.text
    assert not Game.objects.filter(practice=True).exists()
    begun(play_on(browser, won, MIDDLE, leave=counts))
    assert Game.objects.get(pk=counts).over


def test_a_game_that_counts_does_not_begin_beside_practice(browser: Client, won: str) -> None:
    practised = begun(play_on(browser, won, MIDDLE))
    held = browser.post("/play", {"code": WON})
    assert (held.status_code, f'href="/game/{practised}"' in held.text) == (409, True)
    begun(browser.post("/play", {"code": WON, "leave": practised}))
    assert Game.objects.get(pk=practised).over


def test_restarting_begins_at_the_same_position(browser: Client, won: str) -> None:
    page = browser.get(f"/game/{begun(play_on(browser, won, MIDDLE))}").text
    assert f'action="/game/{won}/play-on"' in page
    assert f'name="move" value="{MIDDLE}"' in page


@pytest.mark.parametrize("move", ["", "-1", "91", "x", "٣", "9" * 40])
def test_a_move_that_is_none_is_said_so(browser: Client, won: str, move: str) -> None:
    answer = play_on(browser, won, move)
    assert answer.status_code == 400
    assert "a number from 0 to 90" in answer.text


def test_what_is_decided_is_not_played_on(browser: Client, ben: Player, won: str) -> None:
    assert play_on(browser, won, 90).status_code == 400
    lost = seed.deal(ben, LOST)
    seed.move(lost, *line(LOST))
    assert "won or lost" in play_on(browser, lost, 8).text
    begun(play_on(browser, lost, 7))


def test_practice_is_not_begun_from_practice_nor_from_nothing(browser: Client, won: str) -> None:
    game_id = begun(play_on(browser, won, MIDDLE))
    assert play_on(browser, game_id, 0).status_code == play_on(browser, "aaaaaaaaaaaa", 0).status_code == 404


def audit() -> str:
    out = io.StringIO()
    call_command("audit", stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_audit_names_a_practice_game_that_begins_nowhere(ana: Player, won: str) -> None:
    new_game.play_on(ana.pk, Origin(won, MIDDLE))
    assert audit() == "Everything agrees with the log.\n"
    data = {"code": WON, "rules": 1, "practice": True, "from": {"game": won, "version": 500}}
    writer.current().submit(Append(stream_of("aaaaaaaaaaaa"), 0, (NewEvent("dealt", data),), ana.pk)).result()
    with pytest.raises(CommandError, match="1 finding"):
        audit()
