"""This process's part in refereeing: its pulse, its rounds, and a timer for every race in which something is due soon.

Whatever moves a race, or ends a game of one, in this process is looked at at once; the rounds find the rest.
"""

import asyncio
import logging
import time
from collections.abc import Sequence

from django.conf import settings
from django.db import transaction

from solitaire.live.caretaker import caretaker
from solitaire.live.hub import hub
from solitaire.live.milestones import ENDED, REOPENED
from solitaire.live.off_loop import off_loop
from solitaire.live.table import TableState, now_ms
from solitaire.live.tables import tables
from solitaire.log import milestones
from solitaire.log.event import Event
from solitaire.races.live_race import LiveRaces, live_races, plays
from solitaire.races.presence import Here, Presence, Standing, seen
from solitaire.races.referee import Referee, Schedule, attend, call_off_ratings
from solitaire.races.rows import MOVED, SETTLED

logger = logging.getLogger(__name__)

EARLY_S = 0.001
"""Timers go off that much later than asked for: never before the instant."""
ROUNDS_AHEAD = 3
"""A timer is set for what is due before so many rounds have passed; a later round sets it for what is due later."""


class Clock:
    """For one event loop; `wake` may be called from any thread."""

    def __init__(self, races: LiveRaces) -> None:
        self._races = races
        self._presence = Presence(call_off_ratings)
        self._referee = Referee()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._standing: Standing | None = None
        self._beaten_at = 0.0
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._again: dict[str, bool] = {}  # the races being attended to, and whether they have to be once more
        self._tasks: set[asyncio.Task[None]] = set()

    async def round(self) -> None:
        """Say that this process lives, where it is time to, and do what is due anywhere."""
        self._loop = asyncio.get_running_loop()
        standing = self._standing
        if standing is None or time.monotonic() - self._beaten_at >= settings.RACES["pulse_s"]:
            self._beaten_at = time.monotonic()
            standing = await self._beat()
        for schedule in await off_loop(self._referee.round, standing):
            self._set(schedule)
        if not standing.alone:
            await hub.check([stream for live_race in self._races for stream in live_race.streams])

    async def _beat(self) -> Standing:
        races = list(self._races)
        connected = {game for race in races for game in race.connected_here} | _played_here()
        watching = {race.race.id: race.watching_here for race in races if race.watching_here}
        standing = self._standing = await off_loop(self._presence.beat, Here(connected, watching))
        last_seen = await off_loop(seen, [race.race.id for race in races]) if races else {}
        for race in races:
            race.look_around(standing, {seat.game: last_seen.get(seat.game, 0) for seat in race.race.seats})
        return standing

    def wake(self, race_id: str) -> None:
        """Something has happened in a race: look what is due. From any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._attend, race_id)

    def _set(self, schedule: Schedule) -> None:
        """Look at a race again when something will be due."""
        race_id, at = schedule
        timer = self._timers.pop(race_id, None)
        if timer is not None:
            timer.cancel()
        if at is None or self._loop is None:
            return
        wait = (at - now_ms()) / 1000 + EARLY_S
        if wait < ROUNDS_AHEAD * settings.RACES["rounds_s"]:
            self._timers[race_id] = self._loop.call_later(wait, self._attend, race_id)

    def _attend(self, race_id: str) -> None:
        """Attend to a race; once more afterwards, where that is being done already."""
        if self._standing is None:
            return  # the first round is under way, and looks at every race
        if race_id in self._again:
            self._again[race_id] = True
            return
        task = asyncio.create_task(self._attend_to(race_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _attend_to(self, race_id: str) -> None:
        try:
            self._again[race_id] = True
            while self._again[race_id] and self._standing is not None:
                self._again[race_id] = False
                self._set(await off_loop(attend, race_id, self._standing))
        except Exception:
            logger.exception("what is due in race %s could not be done", race_id)
        finally:
            del self._again[race_id]


def _played_here() -> set[str]:
    """The games of races (ids) whose players sit at their tables in this process, whether anybody looks at the race."""
    held = [table.state for race_id in tables.races() for table in tables.of_race(race_id)]
    return {state.id for state in held if state.race and plays(state.id)}  # a game of a day has no seat


clock = Clock(live_races)
"""This process's own."""


def listen() -> None:
    """Look after races from the process's first request on, and whenever something happens in one."""
    caretaker.every(settings.RACES["rounds_s"], clock.round)
    for name in (MOVED, SETTLED):
        milestones.listen(name, _moved)
    for name in (ENDED, REOPENED):
        milestones.listen(name, _game_ended)


def _moved(_state: object, events: Sequence[Event]) -> None:
    race_id = events[0].stream.partition(":")[2]
    transaction.on_commit(lambda: clock.wake(race_id))


def _game_ended(state: TableState, _events: Sequence[Event]) -> None:
    if state.race:
        transaction.on_commit(lambda: clock.wake(state.race))
