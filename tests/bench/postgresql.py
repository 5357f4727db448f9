"""Confirmed moves through PostgreSQL beside those through SQLite, by one process of the site.

PostgreSQL is on the load's core, as another machine's would be on none of ours. Rounds of one and the other take turns.
"""

from collections.abc import Iterator

from tests import databases
from tests.bench.cores import be_the_client, keep_postgresql_away
from tests.bench.figure import Figure
from tests.bench.in_django import django_ready
from tests.bench.moves import BUSY, Measured, best, measure_moves
from tests.bench.seats import new_postgresql, new_sqlite, site_on

PLAYERS = (50, 200, 1000)
GOAL = 0.6
"""Of the moves a second on SQLite, at least."""
ROUNDS = 2


def figures() -> Iterator[Figure]:
    """Moves a second on PostgreSQL over those on SQLite."""
    django_ready()
    be_the_client()
    if refusal := databases.postgresql_refusal():
        yield Figure("postgresql: moves", 0, None, refusal)
        return
    with new_sqlite() as sqlite, new_postgresql() as there, site_on(sqlite) as here, site_on(there) as away:
        for players in PLAYERS:
            own, others = [], []
            for _ in range(ROUNDS):
                own.append(measure_moves(here, sqlite, players))
                apart = keep_postgresql_away(there.postgresql)
                others.append(measure_moves(away, there, players))
            yield compare(players, best(own), best(others), apart)


def compare(players: int, sqlite: Measured, postgresql: Measured, apart: bool) -> Figure:
    """One figure."""
    note = f"moves {postgresql}, on SQLite {sqlite}"
    counts = apart and min(sqlite.busy, postgresql.busy) >= BUSY
    if not apart:
        note += "; does not count: PostgreSQL may have been on the server's core (be root to move it)"
    elif not counts:
        note += "; does not count: the server was not busy enough"
    return Figure(f"postgresql: {players} players", postgresql.rate / sqlite.rate, GOAL, note, counts)
