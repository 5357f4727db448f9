"""What a move costs with ten million events in the log, beside what it costs with a hundred.

Rounds on one and the other take turns, each with players of its own. What is played stays in the large log: it is a
thousandth of it. `make bench-data` makes that.
"""

import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.bench import log_data
from tests.bench.cores import be_the_client
from tests.bench.figure import Figure, per_second
from tests.bench.in_django import django_ready
from tests.bench.moves import BUSY, measure_moves
from tests.bench.seats import new_sqlite, site_on, sqlite_at

FEW = 100
PLAYERS, ROUNDS = 200, 3
GOAL = 1 / 1.3
"""With ten million events a move costs at most 1.3 times as much."""


def figures() -> Iterator[Figure]:
    """Moves a second on the large log over those on the small one."""
    django_ready()
    be_the_client()
    name = f"growth: {FEW} to {log_data.EVENTS:,} events"
    if not log_data.FILE.exists():
        yield Figure(name, 0, GOAL, "no data: make bench-data", counts=False)
        return
    large = sqlite_at(log_data.FILE)
    with new_sqlite() as small:
        log_data.fill(Path(small.settings["NAME"]), FEW)
        with site_on(small) as of_small, site_on(large) as of_large:
            few, many = [], []
            for _ in range(ROUNDS):
                few.append(measure_moves(of_small, small, PLAYERS))
                many.append(measure_moves(of_large, large, PLAYERS))
    rates = [statistics.median(run.rate for run in runs) for runs in (few, many)]
    busy = min(run.busy for run in (*few, *many))
    note = f"moves {per_second(int(rates[0]), 1)} with {FEW}, {per_second(int(rates[1]), 1)} with {log_data.EVENTS:,}"
    note += f", server busy {busy:.0%} at least"
    counts = busy >= BUSY
    if not counts:
        note += "; does not count: the server was not busy enough"
    yield Figure(name, rates[1] / rates[0], GOAL, note, counts)
