"""Looks after the open sockets of this process, and does what has to be done every so often.

Daphne tells nobody that it has started, so the rounds begin with the first request or socket.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import islice
from typing import Protocol

from django.conf import settings
from django.utils import timezone

from solitaire.live import absence, protocol
from solitaire.live.complaint import Complaint
from solitaire.live.hub import hub
from solitaire.live.off_loop import off_loop
from solitaire.players.models import Session
from solitaire.tally import tally

logger = logging.getLogger(__name__)

LAST_ANSWER_S = 0.1
"""How long a stopping server waits for commands that are under way."""
GOODBYE_S = 1
"""How long it then waits for the browsers to take note."""

SESSIONS_AT_A_TIME = 500
SESSIONS_TOGETHER_S = 0.2
"""Sessions that end in other processes within so long are looked at together."""
PULSE_S = 0.25
"""How often it is looked how late the event loop is."""
FADING = 0.98
"""What is left of the most it was late after each look: half of it after nine seconds."""

Work = Callable[[], Awaitable[None]]


class Visitor(Protocol):
    """An open socket."""

    heard_at: float
    """When its browser last said something, on the monotonic clock."""
    player: str | None
    session_key: str | None

    closing: bool
    """Whether what it says is not heard any more."""

    async def say(self, text: str) -> None:
        """Send one message."""

    async def close(self, code: int) -> None:
        """Close without a word."""

    async def dismiss(self, complaint: Complaint) -> None:
        """Say why, and close."""


class Caretaker:
    """Counts the open sockets of each address and player, and closes those that are silent or whose session has ended.

    For one event loop; `session_ended` may be called from any thread.
    """

    def __init__(self) -> None:
        self._taken: dict[Visitor, list[str]] = {}  # the limits each socket counts towards
        self._counts: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._more: list[tuple[float, Work]] = []
        self._first: list[Callable[[], None]] = []
        self._sessions_looked_at: asyncio.Task[None] | None = None
        self.leaving = False  # the process is about to stop
        self._rounds: list[asyncio.Task[None]] = []
        self._leaving: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Start the rounds, once."""
        loop = asyncio.get_running_loop()
        if loop is self._loop:
            return
        self._loop = loop
        live = settings.LIVE
        self._rounds = [
            asyncio.create_task(_every(seconds, work))
            for seconds, work in (
                (live["silence_s"] / 6, self.dismiss_silent),
                (live["sessions_s"], self.dismiss_ended),
                (live["heads_s"], hub.check_heads),
                (live["sweep_s"], _close_deserted),
                *self._more,
            )
        ]
        self._rounds.append(asyncio.create_task(_watch_the_loop()))
        for call in self._first:
            call()

    def every(self, seconds: float, work: Work) -> None:
        """Have `work` done so often as well; to be said before the rounds begin."""
        self._more.append((seconds, work))

    def at_first(self, call: Callable[[], None]) -> None:
        """Have `call` called when the rounds begin; to be said before."""
        self._first.append(call)

    def kinds(self) -> Counter[str]:
        """How many sockets of each kind are open. From any thread."""
        return Counter(type(visitor).__name__ for visitor in list(self._taken))

    def enter(self, visitor: Visitor, neighbourhood: str) -> bool:
        """A socket has opened; False where there are too many from its address already."""
        self.begin()
        self._taken[visitor] = []
        return self._take(visitor, f"from {neighbourhood}", settings.LIVE["sockets_per_address"])

    def recognise(self, visitor: Visitor) -> bool:
        """It is known whose socket it is; False where that player has too many already."""
        return visitor.player is None or self._take(
            visitor, f"of {visitor.player}", settings.LIVE["sockets_per_player"]
        )

    def leave(self, visitor: Visitor) -> None:
        """A socket has gone."""
        for key in self._taken.pop(visitor, ()):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]

    def _take(self, visitor: Visitor, key: str, most: int) -> bool:
        if self._counts[key] >= most:
            return False
        self._counts[key] += 1
        self._taken[visitor].append(key)
        return True

    async def dismiss_silent(self) -> None:
        """Close the sockets that have said nothing for `LIVE`'s silence_s: their browsers ping far more often."""
        latest = time.monotonic() - settings.LIVE["silence_s"]
        for visitor in [visitor for visitor in self._taken if visitor.heard_at < latest]:
            await visitor.dismiss(Complaint("silent"))

    async def dismiss_ended(self) -> None:
        """Close the sockets whose session has ended without a word, in another process or by its age."""
        sessions = {visitor.session_key: visitor.player for visitor in self._taken if visitor.session_key is not None}
        for key in await off_loop(ended_sessions, sessions):
            await self._dismiss_session(key)

    def look_at_sessions(self) -> None:
        """Some session has ended in another process: look at all of them soon. From any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look_at_sessions)

    def _look_at_sessions(self) -> None:
        if self._sessions_looked_at is None:
            self._sessions_looked_at = asyncio.create_task(self._look_at_sessions_soon())

    async def _look_at_sessions_soon(self) -> None:
        try:
            await asyncio.sleep(SESSIONS_TOGETHER_S)
        finally:
            self._sessions_looked_at = None
        await self.dismiss_ended()

    def session_ended(self, session_key: str) -> None:
        """Close that session's sockets; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_session, session_key)

    def _end_session(self, session_key: str) -> None:
        task = asyncio.create_task(self._dismiss_session(session_key))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _dismiss_session(self, session_key: str) -> None:
        for visitor in [visitor for visitor in self._taken if visitor.session_key == session_key]:
            await visitor.dismiss(Complaint("signed-out"))

    async def say_goodbye(self) -> None:
        """Tell every socket that the server is about to stop, let it have its last answer, and close it."""
        self.leaving = True
        visitors = list(self._taken)
        goodbye = protocol.say(protocol.Restarting())
        for visitor in visitors:
            visitor.closing = True
            await visitor.say(goodbye)
        await asyncio.sleep(LAST_ANSWER_S)
        for visitor in visitors:
            await visitor.close(protocol.CLOSE_RESTARTING)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._emptied(), GOODBYE_S)

    async def _emptied(self) -> None:
        while self._taken:
            await asyncio.sleep(0.01)


def ended_sessions(sessions: dict[str, str | None]) -> list[str]:
    """Which of the sessions (key to player) are no longer that player's, or those of a player who is barred."""
    held: dict[str, str | None] = {}
    left = iter(sessions)
    while keys := list(islice(left, SESSIONS_AT_A_TIME)):
        standing = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
        standing = standing.exclude(player__is_active=False)
        held.update(standing.values_list("session_key", "player_id"))
    return [key for key, player in sessions.items() if key not in held or held[key] != player]


async def _close_deserted() -> None:
    await off_loop(absence.sweep)


async def _watch_the_loop() -> None:
    while True:
        due = time.monotonic() + PULSE_S
        await asyncio.sleep(PULSE_S)
        tally.loop_lag = max(time.monotonic() - due, tally.loop_lag * FADING)


async def _every(seconds: float, work: Work) -> None:
    """Do `work` every so often for as long as the process lives; a failure is logged, and the next time may go well."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception:
            logger.exception("a round failed")


caretaker = Caretaker()
"""This process's own."""
