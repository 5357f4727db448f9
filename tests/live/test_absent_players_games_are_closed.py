"""The site closes games whose player has been away for long, the lost ones sooner; once, in however many processes."""

import sqlite3
import time
from pathlib import Path

import pytest
from django.conf import settings

from solitaire.live import absence
from solitaire.live.models import OpenGame
from solitaire.live.new_game import close_game, deal_game
from solitaire.live.table import fold, now_ms, read_game, stream_of
from solitaire.log import writer
from solitaire.log.event import Append, Event, NewEvent
from solitaire.players.joining import new_guest
from solitaire.rules.deals import Deal
from tests.live.browsers import Browser

HOUR_MS = 3_600_000


@pytest.fixture
def game(database: Path) -> str:
    return deal_game(new_guest().pk, Deal.parse("KL1-D1N-AAAAAAG"))


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch):
    """Lets so many hours pass, as far as the sweep knows."""
    return lambda hours: monkeypatch.setattr(absence, "now_ms", lambda: now_ms() + int(hours * HOUR_MS))


def last(game: str) -> Event:
    return read_game(game)[-1]


def test_a_game_is_open_from_its_deal_until_it_is_over(game: str):
    assert OpenGame.objects.filter(pk=stream_of(game), lost=False).exists()
    close_game(game, "left", None, when=lambda _state: True)
    assert not OpenGame.objects.exists()


def test_a_game_left_for_a_day_is_closed(game: str, later):
    later(24.01)
    absence.sweep()
    assert (last(game).kind, last(game).data, last(game).who) == ("closed", {"why": "absent"}, None)
    assert fold(game, read_game(game)).game.status == "resigned"
    assert not OpenGame.objects.exists()


def test_a_game_left_for_less_is_not(game: str, later):
    later(23.9)
    absence.sweep()
    assert last(game).kind == "dealt"


def test_a_game_is_closed_once(game: str, later):
    later(25)
    absence.sweep()
    absence.follow(fold(game, read_game(game)[:1]))  # a row that should be gone
    absence.sweep()
    assert last(game).version == 2


def test_a_move_made_just_before_keeps_the_game_open(game: str):
    def moved_meanwhile(state) -> bool:
        if state.game.position.moves == 0:
            writer.current().submit(Append(stream_of(game), 1, (NewEvent("move", "d"),), state.player)).result()
            return True
        return False

    assert not close_game(game, "absent", None, when=moved_meanwhile)
    assert last(game).data == "d"


def test_what_is_open_can_be_thrown_away_and_read_from_the_log_again(game: str):
    before = list(OpenGame.objects.values())
    absence.clear()
    assert not OpenGame.objects.exists()
    absence.follow(fold(game, read_game(game)))
    assert list(OpenGame.objects.values()) == before


def test_a_lost_game_is_closed_sooner(database: Path, lost_game: dict, later):
    game = deal_game(new_guest().pk, Deal.parse(lost_game["deal"]))
    moves = tuple(NewEvent("move", move) for move in lost_game["moves"].split())
    writer.current().submit(Append(stream_of(game), 1, moves, None)).result()
    absence.follow(fold(game, read_game(game)))
    assert OpenGame.objects.get().lost
    later(0.9)
    absence.sweep()
    assert last(game).kind == "move"
    later(1.1)
    absence.sweep()
    assert last(game).kind == "closed"
    assert fold(game, read_game(game)).game.status == "lost"


def test_the_times_are_a_day_and_an_hour():
    assert (settings.LIVE["absent_h"], settings.LIVE["lost_h"]) == (24, 1)


def test_one_that_cannot_be_closed_keeps_no_other_open(game: str, later):
    broken = deal_game(new_guest().pk, Deal.parse("KL1-D1N-AAAAAAG"))
    writer.current().submit(Append(stream_of(broken), 1, (NewEvent("shuffled", {}),), None)).result()
    later(25)
    absence.sweep()
    assert last(game).kind == "closed"
    assert last(broken).kind == "shuffled"


def test_a_running_server_closes_them_and_tells_whoever_is_there(new_site):
    site = new_site(DJANGO_SETTINGS_MODULE="tests.live.hasty_settings")
    ana = Browser(site)
    unseen = ana.deal()  # pages alone have the server look after games
    deadline = time.monotonic() + 20
    while not ana.get(f"/api/games/{unseen}/events?after=0").json["over"]:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    game = ana.deal()
    with ana.socket(game) as socket:
        socket.hello()
        closed = socket.hear("events")["events"][0]
        assert (closed["kind"], closed["why"], closed["status"]) == ("closed", "absent", "resigned")
        assert socket.hear("table")["over"]
    connection = sqlite3.connect(site.folder / "samedeal.sqlite3")
    assert connection.execute("SELECT count(*) FROM live_opengame").fetchone() == (0,)
    connection.close()
