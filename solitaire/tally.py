"""What this process has done so far, counted where it happens and read by whoever collects the figures.

Counting is adding to a number: nothing waits, and nothing is made. Each figure is counted by one thread alone, or is
one that may miss a count between two threads without harm.
"""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Spread:
    """How many of some amounts were at most so large, for each of some `bounds`, and what they come to together."""

    __slots__ = ("_bounds", "_counts", "sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def add(self, amount: float) -> None:
        """Count one."""
        self._counts[bisect_left(self._bounds, amount)] += 1
        self.sum += amount

    def upto(self) -> list[tuple[str, int]]:
        """How many were at most each bound, and at the end how many there were, as Prometheus wants it.

        >>> spread = Spread((1, 2))
        >>> for amount in (1, 2, 2, 3):
        ...     spread.add(amount)
        >>> spread.upto()
        [('1', 1), ('2', 3), ('+Inf', 4)]
        """
        found, total = [], 0
        for bound, count in zip((*map(str, self._bounds), "+Inf"), self._counts, strict=True):
            total += count
            found.append((bound, total))
        return found


class WriterTally:
    """What the log's writer has done. `since` is when it began with the batch it is at; None while it has none."""

    def __init__(self) -> None:
        self.appends = 0
        self.seconds = Spread(SECONDS)
        self.sizes = Spread(SIZES)
        self.since: float | None = None

    def begin(self) -> None:
        """A batch is begun."""
        self.since = time.monotonic()

    def end(self, appends: int) -> None:
        """It has been written, and answered, with so many appends."""
        if self.since is not None:
            self.seconds.add(time.monotonic() - self.since)
        self.sizes.add(appends)
        self.appends += appends
        self.since = None

    @property
    def lag(self) -> float:
        """Seconds for which the batch at hand has been written."""
        since = self.since
        return 0.0 if since is None else time.monotonic() - since


class Tally:
    """Everything else."""

    def __init__(self) -> None:
        self.moves = 0
        """Moves confirmed to players."""
        self.refusals: Counter[str] = Counter()
        """Moves refused, by the code of the rule."""
        self.complaints: Counter[str] = Counter()
        """Errors told to sockets, by code."""
        self.limited: Counter[str] = Counter()
        """What was asked for too often, by the name of the limit."""
        self.deliveries = Spread(SECONDS)
        """Seconds from the moment a stream has moved until the last who follows it here has been sent that."""
        self.hints = Spread(SECONDS)
        """Seconds from a commit in another process until this one has heard of it, by the two clocks."""
        self.hinted: Counter[str] = Counter()
        """Hints "sent", "unsent" and "heard", and streams "found" to have moved without one."""
        self.pages: dict[str, Spread] = {}
        """Seconds that pages took, by the class of their status, such as "2xx"."""
        self.loop_lag = 0.0
        """By how many seconds the event loop was late at most, of late."""

    def page(self, status: int, seconds: float) -> None:
        """A page has been answered."""
        kind = f"{status // 100}xx"
        if kind not in self.pages:
            self.pages.setdefault(kind, Spread(SECONDS))
        self.pages[kind].add(seconds)


tally = Tally()
"""This process's own."""
writing = WriterTally()
"""That of this process's writer of the log."""
