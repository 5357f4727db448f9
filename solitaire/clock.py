"""The time of this process, by which everything that happens in it is dated.

It runs evenly, whatever becomes of the machine's clock: two moments are as far apart as they were. Where another clock,
the machine's or the database's, turns out to show something else, this one goes on as before until it is told to
`follow`; whoever does that says first whose times are not worth anything any more.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

MS = 1_000_000
_BOOT_TIME: int | None = getattr(time, "CLOCK_BOOTTIME", None)


def _steady_ns() -> int:
    """What nobody sets; it runs on while a machine sleeps, where the system has such a clock."""
    return time.monotonic_ns() if _BOOT_TIME is None else time.clock_gettime_ns(_BOOT_TIME)


class Reading(NamedTuple):
    """That another clock was ahead of the steady one by so many nanoseconds, give or take `error`."""

    ahead: int
    error: int = 0


class Clock:
    """Shows what the clock showed that was followed last, and what has gone by since."""

    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = _steady_ns) -> None:
        self._wall, self._steady = wall, steady
        self._ahead = self.machine().ahead

    def now_ms(self) -> int:
        """Milliseconds since 1970 (UTC)."""
        return (self._steady() + self._ahead) // MS

    def machine(self) -> Reading:
        """Read the machine's clock."""
        return Reading(self._wall() - self._steady())

    def read(self, ask: Callable[[], int]) -> Reading:
        """Read a clock that takes a while to answer: `ask` it for its nanoseconds since 1970."""
        asked = self._steady()
        shown = ask()
        answered = self._steady()
        return Reading(shown - (asked + answered) // 2, (answered - asked) // 2)

    def off_by_ms(self, reading: Reading) -> int:
        """By how many milliseconds that clock is ahead of this one; 0 where that cannot be told for sure."""
        off_by = reading.ahead - self._ahead
        return 0 if abs(off_by) <= reading.error else off_by // MS

    def follow(self, reading: Reading) -> None:
        """Show what that clock shows."""
        self._ahead = reading.ahead


clock = Clock()
"""This process's own."""
