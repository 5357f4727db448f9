"""A database that is slow holds up the moves that need it and nothing else; one that is away is said so."""

import sqlite3
import time
from collections.abc import Iterator

import psycopg
import pytest

from tests import databases
from tests.live.browsers import Browser, Socket
from tests.server import Site


def test_a_move_that_waits_for_the_database_holds_up_nobody_else(own_site: Site):
    ana, ben = Browser(own_site), Browser(own_site)
    game, other = ana.deal(), ben.deal()
    lock = sqlite3.connect(own_site.folder / "samedeal.sqlite3", isolation_level=None)
    with ana.socket(game) as waiting, ben.socket(other) as free, ana.socket(game) as watching:
        for socket in (waiting, free, watching):
            socket.hello()
        lock.execute("BEGIN IMMEDIATE")
        waiting.say(t="move", id="held-up-1", after=1, move="d")
        started = time.monotonic()
        for _ in range(20):
            for socket in (free, watching):
                socket.say(t="ping", v=1)
                assert socket.hear("pong")["v"] == 1
        assert free.play("zz")["code"] == "not-a-move"
        with ben.socket(other) as another:  # whoever only reads gets in meanwhile
            assert another.hello()["t"] == "table"
        assert time.monotonic() - started < 5
        lock.execute("COMMIT")
        assert waiting.hear("done")["id"] == "held-up-1"
        assert watching.hear("events")["v"] == 2
    lock.close()


@pytest.fixture
def away(postgresql_template: str, static_root, tmp_path) -> Iterator[tuple[Site, psycopg.Connection, str]]:
    """A site on PostgreSQL, and an administrator who can shut its database."""
    with (
        databases.new_postgresql_database(postgresql_template) as name,
        psycopg.connect(databases.POSTGRESQL_URL, autocommit=True) as administrator,
    ):
        site = Site(tmp_path, databases.postgresql_url(name), static_root)
        site.start()
        yield site, administrator, name
        site.kill()


@pytest.mark.postgresql
def test_a_database_that_is_away_is_said_so_and_nothing_is_lost(away):
    site, administrator, name = away
    ana = Browser(site)
    game = ana.deal()
    with ana.socket(game) as socket:
        socket.hello()
        socket.play("d")
        administrator.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        administrator.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        error = socket.play("41", command="while-away")
        assert (error["t"], error["code"], error["id"]) == ("error", "unavailable", "while-away")
        for _ in range(3):  # whether or not the pages still hold connections that have broken
            newcomer_is_turned_away(ana, game)
        socket.say(t="ping", v=2)
        assert socket.hear("pong")["v"] == 2
        administrator.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert played_again(socket)["events"][0]["move"] == "41"
        assert socket.hello(after=1)["v"] == 3


def newcomer_is_turned_away(browser: Browser, game: str) -> None:
    with browser.socket(game) as newcomer:
        assert newcomer.hear("error")["code"] == "unavailable"
        assert newcomer.closed() == 4500


def played_again(socket: Socket) -> dict:
    """The same command sent until it is taken: the first tries may find the connection still broken."""
    deadline = time.monotonic() + 20
    while (answer := socket.play("41", after=2, command="while-away"))["t"] == "error":
        assert answer["code"] == "unavailable"
        assert time.monotonic() < deadline
        time.sleep(0.2)
    return answer
