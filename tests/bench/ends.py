"""What the end of a won game costs, which is counted on every board in the same transaction, beside a move.

On PostgreSQL those who win take turns over all processes of a site from the counting to the commit, so one over that
time is the most wins a second that a site with one database can take.
"""

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tests import databases
from tests.bench.figure import Figure, per_second
from tests.bench.in_django import django_ready
from tests.bench.seats import Database, new_postgresql, new_sqlite

if TYPE_CHECKING:
    from solitaire.log.event import Append

GAMES, WARM, PLAYERS = 100, 10, 20


def figures() -> Iterator[Figure]:
    """A move's time over that of a win, on each kind of database."""
    django_ready()
    with new_sqlite() as database:
        yield measure("ends: SQLite", database)
    if refusal := databases.postgresql_refusal():
        yield Figure("ends: PostgreSQL", 0, None, refusal)
        return
    with new_postgresql() as database:
        yield measure("ends: PostgreSQL", database)


def measure(name: str, database: Database) -> Figure:
    """Win the same deal again and again, each player in turn; the last two moves are timed."""
    from solitaire.log import writer
    from solitaire.players.joining import new_guest
    from tests.replays import seed

    moves, ends = [], []
    with databases.django_on(**database.settings):
        players = [new_guest() for _ in range(PLAYERS)]
        line = seed.line(seed.WON)
        for number in range(WARM + GAMES):
            game = seed.deal(players[number % PLAYERS], seed.WON)
            seed.move(game, *line[:-2])
            for append, times in zip(last_two(game, line[-2:]), (moves, ends), strict=True):
                begun = time.perf_counter()
                writer.current().submit(append).result()
                times.append(time.perf_counter() - begun)
        writer.stop()
    move, end = statistics.median(moves[WARM:]), statistics.median(ends[WARM:])
    note = f"a win {end * 1000:.1f} ms, a move {move * 1000:.1f} ms, commits and all"
    return Figure(name, move / end, None, f"{note}; {per_second(1, end)} wins one after the other")


def last_two(game: str, moves: Sequence[str]) -> "Iterator[Append]":
    """The appends of two moves, the second of which wins."""
    from solitaire.live.milestones import ENDED
    from solitaire.live.table import fold, stream_of
    from solitaire.log import store
    from solitaire.log.event import Append, Milestone, NewEvent

    events = store.read(stream_of(game))
    state = fold(game, events)
    for version, move in enumerate(moves, len(events)):
        step = state.game.play(move)
        state.game = step.game
        won = Milestone(ENDED, replace(state)) if step.game.status == "won" else None
        yield Append(stream_of(game), version, (NewEvent("move", step.move),), state.player, None, won)
