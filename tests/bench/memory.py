"""What a socket takes in a process, what the games take that nobody sits at, and how soon one of them is back.

More games are opened, one after the other, than a process keeps: those used longest ago are dropped, and brought back
by a fold when they are opened again. What is said in deploy/README.md is what is measured against.
"""

import asyncio
import re
import statistics
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests import databases
from tests.bench import log_data
from tests.bench.cores import address, be_the_client, resident_mb
from tests.bench.figure import Figure
from tests.bench.in_django import django_ready
from tests.bench.moves import HELLO, answer_to, open_sockets
from tests.bench.recorded import RecordedGame, recorded_games
from tests.bench.seats import Database, new_sqlite, site_on
from tests.server import Site, unused_port

if TYPE_CHECKING:
    from tests.bench.websocket import Socket

SOCKETS, WARM = 2000, 200
SOCKET_KB = 30
"""A socket that watches takes at most so much."""
KEPT_MB = 250
"""The games that a process keeps take at most so much together."""
LONG = 150
"""The games kept have at least so many moves: then it is their events that are too many, and not they."""
BEYOND = 1.25
"""So many more events are opened than are kept."""
LENGTH, TIMES = 300, 50
"""Events of the game that is brought back, and how often it is."""


def figures() -> Iterator[Figure]:
    """What is stated over what is measured; the bare fold's time over that of bringing a game back."""
    django_ready()
    from django.conf import settings

    be_the_client()
    longer = [game for game in recorded_games() if len(game.moves) >= LONG]
    most = settings.LIVE["events_kept"]
    with new_sqlite() as database:
        games = log_data.fill(Path(database.settings["NAME"]), int(most * BEYOND), longer)
        metrics = f"127.0.0.1:{unused_port()}"
        with site_on(database, METRICS=metrics) as site:
            took = asyncio.run(open_games(site, games))
            kept = what_is_kept(metrics)
            socket_kb = asyncio.run(open_watchers(site, next(iter(games))))
    yield Figure(
        "memory: a socket",
        SOCKET_KB / socket_kb,
        1,
        f"{socket_kb:.1f} KB for each of {SOCKETS:,} that watch, {SOCKET_KB} KB stated",
    )
    note = f"{took.grown:.0f} MB for {kept.tables:,} games of {kept.events:,} events, {KEPT_MB} MB stated"
    note += f"; {took.beyond:.0f} MB more when {len(games):,} had been opened"
    counts = kept.events <= most and kept.tables <= settings.LIVE["tables_kept"]
    yield Figure("memory: games kept", KEPT_MB / (took.grown + took.beyond), 1, note, counts)
    yield brought_back()


class Took(NamedTuple):
    """Memory in MB that a process took until it kept what it may, and from then on."""

    grown: float
    beyond: float


async def open_games(site: Site, games: dict[str, int]) -> Took:
    """Open one game after the other, look whether all is there, and leave; the first few again at the end."""
    assert site.process is not None
    pid = site.process.pid
    ids = list(games)
    first, full = ids[:WARM], int(len(ids) / BEYOND)
    await visit(site, games, first)
    before = resident_mb(pid)
    await visit(site, games, ids[WARM:full])
    grown = resident_mb(pid)
    await visit(site, games, [*ids[full:], *first])
    return Took(grown - before, resident_mb(pid) - grown)


async def visit(site: Site, games: dict[str, int], ids: Sequence[str]) -> None:
    """Open games, each for as long as it takes to be shown the table at its last version."""
    for start in range(0, len(ids), 20):
        group = ids[start : start + 20]
        sockets = await open_sockets(site.port, [(f"/ws/game/{game}", {}, address(0)) for game in group])
        tables = await asyncio.gather(*(answer_to(socket, HELLO) for socket in sockets))
        for game, table in zip(group, tables, strict=True):
            if f'"v":{games[game]},'.encode() not in table:
                raise AssertionError(f"game {game} is not at version {games[game]}: {table[:200]!r}")
        for socket in sockets:
            socket.transport.abort()


class Kept(NamedTuple):
    """What the process says that it keeps."""

    tables: int
    events: int


def what_is_kept(metrics: str) -> Kept:
    """Ask the process."""
    with urllib.request.urlopen(f"http://{metrics}/metrics", timeout=10) as answer:
        text = answer.read().decode()

    def figure(name: str) -> int:
        found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
        if found is None:
            raise AssertionError(f"there is no {name}")
        return int(float(found[1]))

    return Kept(figure("samedeal_tables"), figure("samedeal_table_events"))


async def open_watchers(site: Site, game: str) -> float:
    """How many KB each of many takes that watch one game."""
    assert site.process is not None
    pid = site.process.pid
    sockets: list[Socket] = []

    async def open_more(until: int) -> None:
        while len(sockets) < until:
            numbers = range(len(sockets), len(sockets) + 100)
            wanted = [(f"/ws/game/{game}", {}, address(number)) for number in numbers]
            sockets.extend(await open_sockets(site.port, wanted, HELLO))

    await open_more(WARM)
    before = resident_mb(pid)
    await open_more(WARM + SOCKETS)
    grown = resident_mb(pid) - before
    for socket in sockets:
        socket.transport.abort()
    return grown * 1000 / SOCKETS


def brought_back() -> Figure:
    """A game of 300 events read from the log and folded to a table, beside a bare fold of its moves."""
    longest = max(recorded_games(), key=lambda game: len(game.moves))
    recorded = RecordedGame(longest.code, longest.moves[: LENGTH - 1])
    with new_sqlite() as database:
        (game,) = log_data.fill(Path(database.settings["NAME"]), LENGTH, [recorded])
        back, bare = bring_back(database, game, recorded)
    note = f"{back * 1000:.1f} ms for {LENGTH} events, bare fold {bare * 1000:.1f} ms"
    return Figure(f"memory: {LENGTH} events brought back", bare / back, None, note)


def bring_back(database: Database, game: str, recorded: RecordedGame) -> tuple[float, float]:
    """The median times of bringing back, and of folding the moves alone."""
    from solitaire.live.feed import Owner
    from solitaire.live.table import read_game
    from solitaire.live.tables import Table
    from solitaire.rules.deals import Deal
    from solitaire.rules.game import start

    back, bare = [], []
    with databases.django_on(**database.settings):
        for _ in range(TIMES):
            begun = time.perf_counter()
            table = Table(game, read_game(game), Owner("aaaaaaaaaaaa", "A"))
            back.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            state = start(Deal.parse(recorded.code))
            for move in recorded.moves:
                state = state.play(move).game
            bare.append(time.perf_counter() - begun)
    if table.head != LENGTH or table.state.game.position != state.position:
        raise AssertionError("the game was brought back as another one")
    return statistics.median(back), statistics.median(bare)
