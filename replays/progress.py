"""How far a long command has come, on standard error."""

import time
from typing import Self

from django.core.management.base import OutputWrapper

EVERY_S = 0.5


class Progress:
    """A line that is written over again and again on a terminal, and a line every so often elsewhere."""

    def __init__(self, out: OutputWrapper, what: str, total: int) -> None:
        self._out = out
        self._what = what
        self._total = total
        self._done = 0
        self._said_at = -EVERY_S

    def __enter__(self) -> Self:
        """Begin."""
        self._say()
        return self

    def __exit__(self, *error: object) -> None:
        """Say where it ended."""
        self._say("\n")

    def more(self, done: int) -> None:
        """So many more are done."""
        self._done += done
        now = time.monotonic()
        if now - self._said_at >= EVERY_S:
            self._said_at = now
            self._say()

    def _say(self, ending: str = "") -> None:
        start = "\r" if self._out.isatty() else ""
        end = ending if self._out.isatty() else "\n"
        self._out.write(f"{start}{self._what}: {self._done:,} of {self._total:,}", ending=end)
        self._out.flush()
