"""Players of the bench, the recorded games they play, and whether the log has what they were told."""

import itertools
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests import databases
from tests.bench.cores import be_the_server, keep_postgresql_away
from tests.bench.recorded import RecordedGame, recorded_games
from tests.server import Site


class Seat(NamedTuple):
    """A game of a bench player's: who plays it, under which cookie, and what is played."""

    game: str
    cookie: str
    recorded: RecordedGame


class Database(NamedTuple):
    """A database of the site's: its address, and Django's settings for it. `postgresql` is its name there, or ""."""

    url: str
    settings: dict[str, Any]
    postgresql: str = ""


def sqlite_at(path: Path) -> Database:
    """The database in a file."""
    return Database(f"sqlite:///{path}", {"NAME": str(path)})


@contextmanager
def new_sqlite() -> Iterator[Database]:
    """A fresh, migrated SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "samedeal.sqlite3"
        databases.migrate_sqlite(path)
        yield sqlite_at(path)


@contextmanager
def new_postgresql() -> Iterator[Database]:
    """A fresh, migrated database on PostgreSQL."""
    from django.core.management import call_command

    with databases.new_postgresql_database() as name:
        settings = databases.postgresql_settings(name) | {"CONN_MAX_AGE": None}
        with databases.django_on(**settings):
            call_command("migrate", verbosity=0)
        yield Database(databases.postgresql_url(name), settings, name)


@contextmanager
def site_on(database: Database, **environment: str) -> Iterator[Site]:
    """The site on a database, on the server's core."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site = Site(folder, database.url, folder / "static", **environment)
        site.start()
        assert site.process is not None
        be_the_server(site.process.pid)
        if database.postgresql:
            keep_postgresql_away(database.postgresql)
        try:
            yield site
        finally:
            site.stop()


def seat_players(
    database: Database, secret_key: str, players: int, moves: int, recorded: Sequence[RecordedGame] = ()
) -> list[list[Seat]]:
    """Make players with sessions, and deal each games of so many moves together; a list of seats a player.

    The games are of those `recorded`, or of all there are.
    """
    from django.test import Client, override_settings

    from solitaire.live.new_game import deal_game
    from solitaire.log import writer
    from solitaire.players.joining import new_guest
    from solitaire.rules.deals import Deal

    games = itertools.cycle(recorded or recorded_games())
    seats = []
    with databases.django_on(**database.settings), override_settings(SECRET_KEY=secret_key):
        for _ in range(players):
            player, client = new_guest(), Client()
            client.force_login(player)
            cookie = f"sessionid={client.cookies['sessionid'].value}"
            own: list[Seat] = []
            while sum(len(seat.recorded.moves) for seat in own) < moves:
                game = next(games)
                own.append(Seat(deal_game(player.pk, Deal.parse(game.code)), cookie, game))
            seats.append(own)
        writer.stop()
    return seats


def check_the_log(database: Database, confirmed: Mapping[str, int]) -> None:
    """Every confirmed move is in the log, in order; raises `AssertionError` for the first game of which one is not."""
    from solitaire.log import store

    moves = {game.code: game.moves for game in recorded_games()}
    with databases.django_on(**database.settings):
        for game, count in confirmed.items():
            dealt, *played = store.read(f"game:{game}")
            stored = [event.data for event in played]
            if len(stored) < count or stored != moves[dealt.data["code"]][: len(stored)]:
                raise AssertionError(f"game {game}: {count} moves were confirmed, the log has {len(stored)} other ones")


def command(command_id: str, after: int, move: str) -> bytes:
    """A move as a browser sends it."""
    return json.dumps({"t": "move", "id": command_id, "after": after, "move": move}, separators=(",", ":")).encode()
