"""A race in memory, while anybody in this process looks at it: what its sockets are sent, and when.

Whenever the race itself moves, every socket is sent the whole of it; what happens in the games in between, in frames
that are made once for all. Either goes out at most `RACES`' frames_per_s times a second: first to the racers, then to
those who watch, a few at a time, so that the moves of racers find their way between them. A socket that does not read
gets nothing, and the whole race when it reads again.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from django.conf import settings
from msgspec import Raw

from solitaire.live import protocol as live
from solitaire.live.hub import hub
from solitaire.live.off_loop import off_loop
from solitaire.live.table import now_ms
from solitaire.live.table import stream_of as game_stream
from solitaire.live.tables import PLAYER
from solitaire.log import store
from solitaire.log.event import Event
from solitaire.races import due, protocol
from solitaire.races.due import Look, Played
from solitaire.races.lanes import Lanes
from solitaire.races.presence import Standing
from solitaire.races.race import Race, follow, stream_of
from solitaire.races.referee import durations
from solitaire.races.showing import People, people_of, show_race, show_you

logger = logging.getLogger(__name__)

PIECE, PIECES = 5, 100
"""So many who watch are sent to at a time, or so many parts of all, if that is more."""
PAUSE_S = 0.001
"""Between two pieces: for the moves of racers, and the thread that writes them down."""
PRESENCE_S = 1
"""Who comes and goes is told at most once in so long."""


class Viewer(NamedTuple):
    """Who looks at a race: today's id, every id that is theirs, and another race in which they have a seat."""

    player: str | None
    mine: Collection[str]
    elsewhere: str | None


class Looker(Protocol):
    """A socket as a race sees it."""

    full: bool
    viewer: Viewer
    greeted: bool
    """It has said hello, and wants to hear what happens."""

    async def say(self, text: str) -> None:
        """Send one message."""


class LiveRace:
    """One race, at most as old as the log: what is missing is read when it is missed. For one event loop alone."""

    def __init__(self, race: Race, people: People) -> None:
        self.stream = stream_of(race.id)
        self.race = race
        self.lanes: Lanes | None = None
        self._people = people
        self._lookers: set[Looker] = set()
        self._owed: set[Looker] = set()  # those who are to be sent the whole race
        self._standing: Standing | None = None
        self._seen: Mapping[str, int] = {}
        self._connected: frozenset[str] = frozenset()
        self._watching = 0
        self._told = (self._connected, self._watching)  # who is there, as it was said last
        self._told_at = 0.0
        self._told_version = race.version
        self._reading = asyncio.Lock()
        self._something = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None

    # --- as the hub's source ---

    @property
    def head(self) -> int:
        """The version it stands at."""
        return self.race.version

    @property
    def streams(self) -> list[str]:
        """The streams of the race and of its games."""
        return [self.stream, *(game_stream(seat.game) for seat in self.race.seats)]

    async def refresh(self) -> None:
        """Read from the log what the race has missed, and follow the games once it has started."""
        async with self._reading:
            await self.catch_up(await off_loop(store.read, self.stream, self.head))

    async def catch_up(self, events: Iterable[Event]) -> None:
        """Follow what is new among `events`."""
        race = self.race
        for event in events:
            if event.version > race.version:
                race = follow(race, event)
        if race.seats != self.race.seats and {seat.player for seat in race.seats} - self._people.keys():
            self._people = await off_loop(people_of, [race])
        self.race = race
        if self.lanes is not None:
            self.lanes.race = race
        elif race.started_at is not None and self._lookers:
            await self._follow_games()
        self._look_around()
        self._something.set()

    def meet(self, people: People) -> None:
        """Know who stands behind the ids in the race now: some may be called otherwise, or have left for good."""
        self._people = {**self._people, **people}

    def news(self, after: int, role: str) -> list[str]:
        """Nothing that everybody in a role could share: who follows a race is told by the race itself."""
        return []

    # --- what is shown ---

    def shown_to(self, viewer: Viewer) -> str:
        """The whole race, as a message to somebody."""
        now = now_ms()
        return self._message(viewer, now, self._shown(now))

    def _message(self, viewer: Viewer, now: int, race: Raw) -> str:
        you = show_you(self.race, viewer.player, viewer.mine, viewer.elsewhere)
        you["idle_left_ms"] = self.idle_left_ms(viewer, now)
        return live.say(protocol.RaceNow(self.head, now, you, self.watching, race))

    def _shown(self, now: int) -> Raw:
        lanes = self.lanes
        race = show_race(
            self.race,
            self._people,
            connected=self._connected,
            seen=self._seen,
            lanes=lanes.shown(now) if lanes else None,
            chart=lanes.chart() if lanes else None,
        )
        return Raw(live.encode(race))

    def idle_left_ms(self, viewer: Viewer, now: int) -> int | None:
        """How long a racer may still be without an action before they are gone; None for anybody else."""
        seat = self.race.seat_of(viewer.mine)
        if seat is None or self.lanes is None:
            return None
        lane = self.lanes.seat(self.race.seats.index(seat))
        if lane.last_at is None or lane.over:
            return None
        look = Look(
            now=now,
            up_since=self._standing.up_since if self._standing else 0,
            sure=True,
            seen={},
            games={seat.game: Played(lane.last_at, "playing")},
        )
        at = due.idle_at(self.race, seat, look, durations())
        return None if at is None else max(0, at - now)

    # --- who is there ---

    @property
    def watching(self) -> int:
        """How many look on who have no seat, in all processes."""
        elsewhere = self._standing.watching.get(self.race.id, 0) if self._standing else 0
        return self.watching_here + elsewhere

    @property
    def watching_here(self) -> int:
        """How many look on in this process who have no seat."""
        looking = (looker for looker in self._lookers if self.race.seat_of(looker.viewer.mine) is None)
        return len({looker.viewer.player or looker for looker in looking})

    @property
    def connected_here(self) -> set[str]:
        """The seats (games' ids) whose players are connected to this process."""
        mine = {player for looker in self._lookers for player in looker.viewer.mine}
        return {seat.game for seat in self.race.seats if seat.player in mine or plays(seat.game)}

    def look_around(self, standing: Standing, seen: Mapping[str, int]) -> None:
        """Take note of what the latest pulse says."""
        self._standing, self._seen = standing, seen
        self._look_around()

    def _look_around(self) -> None:
        here = self.connected_here
        if self._standing is not None and not self._standing.alone:
            recently = now_ms() - 2500 * settings.RACES["pulse_s"]
            here |= {game for game, at in self._seen.items() if at > recently}
        self._connected, self._watching = frozenset(here), self.watching
        if (self._connected, self._watching) != self._told:
            self._something.set()

    async def enter(self, looker: Looker) -> None:
        """Somebody looks at the race from now on."""
        self._lookers.add(looker)
        hub.listen(self, lambda _source: self._something.set())
        if self.lanes is None and self.race.started_at is not None:
            async with self._reading:
                if self.lanes is None:
                    await self._follow_games()
        if self._pump is None:
            self._pump = asyncio.create_task(self._keep_telling())
        self._look_around()

    def leave(self, looker: Looker) -> bool:
        """Somebody looks at it no longer; whether nobody does any more."""
        self._lookers.discard(looker)
        self._owed.discard(looker)
        if self._lookers:
            self._look_around()
            return False
        if self._pump is not None:
            self._pump.cancel()
            self._pump = None
        hub.unlisten(self)
        if self.lanes is not None:
            self.lanes.leave()
            self.lanes = None
        return True

    async def _follow_games(self) -> None:
        lanes = Lanes(self.race, self._something.set)
        await lanes.catch_up()
        lanes.race = self.race
        self.lanes = lanes

    # --- frames ---

    async def _keep_telling(self) -> None:
        while True:
            next_at = time.monotonic()
            try:
                await self._wait_for_something()
                next_at = time.monotonic() + 1 / settings.RACES["frames_per_s"]
                await self._tell()
            except Exception:
                logger.exception("race %s: a frame could not be sent", self.race.id)
            await asyncio.sleep(max(PAUSE_S, next_at - time.monotonic()))

    async def _wait_for_something(self) -> None:
        """Wait until there is something to tell, or a ghost has moved."""
        ghost = self.lanes.next_move_in(now_ms()) if self.lanes else None
        try:
            async with asyncio.timeout(ghost):
                await self._something.wait()
        except TimeoutError:
            pass
        self._something.clear()

    async def _tell(self) -> None:
        """Send what is new: the whole race where that or who is there has changed, else what happened in the games."""
        now, lanes, before = now_ms(), self.lanes, self._told
        presence = self._presence_to_tell()
        changed, keys = lanes.news(now) if lanes else ([], [])
        whole = self._told_version != self.head or (presence and (lanes is None or before[0] != self._connected))
        if whole:
            self._told_version = self.head
            self._owed = set()
            await self._send_race(self._greeted(), now)
        elif changed or presence:
            frame = live.say(protocol.LanesNow(now, self._watching, changed, keys))
            async for looker in self._in_turn(self._greeted().difference(self._owed)):
                await looker.say(frame)
        if self._owed:
            owed, self._owed = self._owed, set()
            await self._send_race(owed, now)

    def owe(self, looker: Looker) -> None:
        """Send somebody the whole race: they have missed what was sent meanwhile."""
        if looker in self._lookers:
            self._owed.add(looker)
            self._something.set()

    def _presence_to_tell(self) -> bool:
        presence = (self._connected, self._watching)
        if presence == self._told:
            return False
        wait = self._told_at + PRESENCE_S - time.monotonic()
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, self._something.set)
            return False
        self._told, self._told_at = presence, time.monotonic()
        return True

    def _greeted(self) -> set[Looker]:
        return {looker for looker in self._lookers if looker.greeted}

    async def _send_race(self, lookers: set[Looker], now: int) -> None:
        race = self._shown(now)
        async for looker in self._in_turn(lookers):
            await looker.say(self._message(looker.viewer, now, race))

    async def _in_turn(self, lookers: set[Looker]) -> AsyncIterator[Looker]:
        """Those of `lookers` who read what they are sent: the racers, then who watches, a few at a time."""
        racing = {looker for looker in lookers if self.race.seat_of(looker.viewer.mine)}
        for looker in racing:
            if self._reads(looker):
                yield looker
        watching = lookers.difference(racing)
        piece = max(PIECE, len(watching) // PIECES)
        for count, looker in enumerate(watching):
            if count % piece == 0:
                await asyncio.sleep(PAUSE_S)
            if self._reads(looker):
                yield looker

    def _reads(self, looker: Looker) -> bool:
        return not looker.full and looker in self._lookers


def plays(game_id: str) -> bool:
    """Whether the game's player sits at its table in this process."""
    return any(follower.role == PLAYER for follower in hub.followers(game_stream(game_id)))


class LiveRaces:
    """The races somebody in this process looks at."""

    def __init__(self) -> None:
        self._all: dict[str, LiveRace] = {}

    def __iter__(self) -> Iterator[LiveRace]:
        return iter(list(self._all.values()))

    def get(self, race_id: str) -> LiveRace | None:
        """The race, where somebody looks at it."""
        return self._all.get(race_id)

    def keep(self, live_race: LiveRace) -> None:
        """Have a race found here, until nobody looks at it any more."""
        self._all[live_race.race.id] = live_race

    def forget(self, live_race: LiveRace) -> None:
        """Nobody looks at it any more."""
        self._all.pop(live_race.race.id, None)


live_races = LiveRaces()
"""This process's own."""
