"""The server's clock set by an hour, forwards and back, under load: no time falls, and nobody's time counts."""

import os
import sqlite3
import time
from pathlib import Path

import pytest

from tests.bench.recorded import recorded_games
from tests.faults.crowd import Crowd
from tests.faults.logged import rows_of
from tests.faults.verdict import nothing_is_wrong
from tests.live.browsers import Browser
from tests.server import Site

HOUR_MS = 3_600_000


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    """The file that sets the clock."""
    return tmp_path / "clock"


@pytest.fixture
def site(new_site, hands: Path) -> Site:
    return new_site(DJANGO_SETTINGS_MODULE="tests.faults.set_clock_settings", CLOCK=str(hands))


def set_clock(hands: Path, seconds: int) -> None:
    new = hands.with_suffix(".new")
    new.write_text(str(seconds))
    os.replace(new, hands)


def said_of(site: Site) -> set[str]:
    """The games of which it is said that the clock was set during them."""
    return {row.stream.removeprefix("review:") for row in rows_of(site.database_url) if row.stream[:7] == "review:"}


def dealt_at(site: Site, game: str) -> int:
    return next(row.at for row in rows_of(site.database_url) if row.stream == f"game:{game}")


def play_to_the_end(browser: Browser, game: str, moves: list[str]) -> None:
    with browser.socket(game) as socket:
        version = socket.hello()["v"]
        for move in moves[version - 1 :]:
            socket.say(t="move", id=f"move-{version:04}", after=version, move=move)
            while socket.hear()["t"] != "done":
                pass
            version += 1


def boards_of(site: Site, game: str) -> set[str]:
    with sqlite3.connect(site.database_url.removeprefix("sqlite:///")) as connection:
        rows = connection.execute("SELECT board FROM replays_boardrow WHERE game_id = ?", [game])
        return {board for (board,) in rows}


@pytest.mark.parametrize("seconds", [3600, -3600])
def test_times_never_fall_and_games_leave_the_boards_of_times(site: Site, hands: Path, seconds: int):
    won = next(game for game in recorded_games() if game.code == "KL1-D3S-MKMCCKT")
    ana, ben = Browser(site), Browser(site)
    during = ana.deal(won.code)
    with Crowd(site, players=8) as crowd:
        crowd.play_on(5)
        set_clock(hands, seconds)
        going_on = {during, *(player.game for player in crowd.players)}
        crowd.until(lambda: said_of(site) == going_on, "it is said of all games")
        after = ben.deal(won.code)
        crowd.play_on(5)
    play_to_the_end(ana, during, won.moves)
    play_to_the_end(ben, after, won.moves)
    off_by = dealt_at(site, after) - time.time() * 1000
    assert abs(off_by - seconds * 1000) < HOUR_MS / 2
    assert boards_of(site, during) == {"moves", "score"}
    assert boards_of(site, after) == {"fastest", "moves", "score"}
    assert said_of(site) == going_on
    nothing_is_wrong(crowd, site)
