"""The clock has been set: the games that were going on then took nobody knows how long.

They stand on no board of times, and count otherwise as if nothing had been. What is dealt afterwards is timed anew.

Processes on several machines go by the clock of the database that they share: one of a machine that is set meanwhile
changes nothing. An embedded database has no other clock than the machine's.
"""

import logging

from django.db import connection

from solitaire.clock import Reading, clock
from solitaire.live.models import OpenGame
from solitaire.live.off_loop import off_loop
from solitaire.live.table import PREFIX
from solitaire.log import statements, store
from solitaire.log.event import event_of
from solitaire.races import conduct
from solitaire.races.models import Flag

STEP_MS = 1000
"""A clock that is off by less has run a little fast or slow, and is followed without a word."""

logger = logging.getLogger(__name__)


class Steps:
    """Notices when the clock has been set, and says it of every game that has not ended."""

    def __init__(self) -> None:
        self._begun = False  # until then the process went by its machine's clock alone
        self._left: dict[str, int] = {}  # of these it is not said yet: the stream, and by how many milliseconds

    async def look(self) -> None:
        """Look at the clock; what fails is done again at the next look."""
        await off_loop(self._look)

    def _look(self) -> None:
        reading = _read()
        by = clock.off_by_ms(reading)
        if self._begun and abs(by) >= STEP_MS:
            logger.warning("the clock has been set by %d ms: what is being played now stands on no board of times", by)
            going_on = _going_on()
            clock.follow(reading)
            self._left.update(dict.fromkeys(going_on | _going_on(), by))  # those of just before, and of just after
        elif by:
            clock.follow(reading)
        self._begun = True
        if self._left:
            self._say()

    def _say(self) -> None:
        for stream, by in list(self._left.items()):
            for dealt in map(event_of, store.rows(stream, 0, 1)):
                game, race = stream.removeprefix(PREFIX), dealt.data.get("race", "")
                conduct.report(game, Flag.Kind.CLOCK_STEPPED, dealt.who or "", race, {"ms": by})
            del self._left[stream]


def _read() -> Reading:
    """Read the clock that decides."""
    if connection.vendor != "postgresql":
        return clock.machine()
    connection.ensure_connection()  # which may take a while, and is no part of the answer
    return clock.read(_database_ns)


def _database_ns() -> int:
    return statements.rows("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")[0][0] * 1000


def _going_on() -> set[str]:
    return set(OpenGame.objects.values_list("stream", flat=True))


steps = Steps()
"""Of this process's clock."""
