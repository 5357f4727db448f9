"""One at a time at a table."""

import asyncio


class Turn(asyncio.Lock):
    """A lock that can also be taken by whoever is in no task and cannot wait for it."""

    def locked(self) -> bool:
        """Whether somebody has it, or waits for it."""
        return super().locked() or bool(self._waiters)

    def take(self) -> None:
        """Take it, which must not be `locked`; whoever wants it afterwards waits until `release`."""
        self._locked = True
