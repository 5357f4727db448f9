"""How far every racer is, as the others see it: kept in memory while anybody looks at the race.

A racer's lane follows their game: by the table of this process where it moves here, read from the log where it was
played elsewhere. What may be seen of it, `solitaire.live.sight` says.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from solitaire.live.hub import Source, hub
from solitaire.live.off_loop import off_loop
from solitaire.live.sight import Role, sight
from solitaire.live.table import read_game
from solitaire.live.undealt import Undealt
from solitaire.races.race import Race, Seat
from solitaire.races.recordings import Recording, recording
from solitaire.races.rows import secrecy_of
from solitaire.races.standing import NOT_DEALT, Climb, Place, Progress, progress_of, standing, watched
from solitaire.rules.views import View, show_position

FAR_AWAY = 2**62
"""An instant after every other."""


class SeatLane:
    """A racer's lane. Times are milliseconds since the start."""

    def __init__(self, key: str, seat: Seat, race: Race, stirred: Callable[[str], None]) -> None:
        self.key = key
        self.version = 0
        self._game_id = seat.game
        self._started_at = race.started_at or 0
        self._stirred = stirred
        self._source = Undealt(seat.game)
        self._table = self._source.table
        self._climb = Climb()
        self._catching_up: asyncio.Task[None] | None = None
        hub.listen(self._source, self._moved)

    @property
    def points(self) -> list[tuple[int, int]]:
        """How the cards came home: the number after each time it changed."""
        return self._climb.points

    @property
    def last_at(self) -> int | None:
        """When it was last played, since 1970; None before the deal."""
        return self._table.state.last_at if self._table else None

    @property
    def over(self) -> bool:
        """Whether nothing more can happen in it."""
        return self._table is not None and self._table.over

    def progress(self, now: int) -> Progress:
        """How far it has come by now."""
        if self._table is None:
            return NOT_DEALT
        state = self._table.state
        return progress_of(state.game, self._climb, state.last_at - self._started_at, now)

    def table(self, race: Race) -> dict[str, Any] | None:
        """The small table that rivals may see in this race, or None where they may not."""
        if self._table is None:
            return None
        game = self._table.state.game
        view = sight(game, secrecy_of(race), Role.RIVAL, race.status == "settled").view
        return None if view in (View.NOTHING, View.TOTALS) else show_position(game, View.SHAPE)

    def leave(self) -> None:
        """Follow the game no longer."""
        hub.unlisten(self._source)

    async def catch_up(self) -> None:
        """Take in whatever the log has of the game."""
        await self._source.refresh()
        self._table = self._source.table
        while self._table is not None and self.version != self._table.head:
            self._climb, self.version = await off_loop(_climbed, self._game_id, self._started_at)
            if self.version > self._table.head:
                await self._table.refresh()
        self._stirred(self.key)

    def _moved(self, _source: Source) -> None:
        """The game has moved in this process, or is known to have elsewhere: one move is taken in here and now."""
        table = self._source.table
        if table is None or table.head == self.version:
            return
        self._table = table
        if table.head == self.version + 1 and self._catching_up is None:
            self.version = table.head
            self._climb.follow(table.state.last_at - self._started_at, table.state.game.cards_home)
            self._stirred(self.key)
        elif self._catching_up is None:
            self._catching_up = asyncio.create_task(self.catch_up())
            self._catching_up.add_done_callback(self._caught_up)

    def _caught_up(self, task: "asyncio.Task[None]") -> None:
        self._catching_up = None
        if not task.cancelled():
            task.exception()  # the next move, or the next look at the heads, tries again


def _climbed(game_id: str, started_at: int) -> tuple[Climb, int]:
    """How a game has come along, and the version it is at, by the log."""
    events = read_game(game_id)
    return watched(events, started_at, FAR_AWAY)[1], len(events)


class GhostLane:
    """The lane of a ghost or a pace-setter, on its own clock."""

    def __init__(self, key: str, recording: Recording) -> None:
        self.key = key
        self.version = 0
        self._recording = recording
        self._now = 0

    @property
    def points(self) -> list[tuple[int, int]]:
        """How the cards came home so far."""
        return [point for point in self._recording.points if point[0] <= self._now]

    def next_at(self, now: int) -> int | None:
        """When it moves next."""
        return self._recording.next_at(now)

    def progress(self, now: int) -> Progress:
        """How far it has come by now."""
        self._now = now
        self.version = self._recording.version(now)
        return self._recording.progress(now)

    def table(self, race: Race) -> None:
        """No ghost shows more than totals."""

    def leave(self) -> None:
        """A recording is followed nowhere."""


class Lanes:
    """All lanes of a race that has started; `stirred` is called when there is something new to be sent."""

    def __init__(self, race: Race, stirred: Callable[[], None]) -> None:
        self.race = race
        self._started_at = race.started_at or 0
        self._notify = stirred
        self._stirred: set[str] = set()
        self._seats = [SeatLane(str(index), seat, race, self._stir) for index, seat in enumerate(race.seats)]
        self._ghosts: list[GhostLane] = []
        self._sent: dict[str, tuple[int, int]] = {}  # version and place of each lane as it was sent last

    async def catch_up(self) -> None:
        """Take in whatever the log has of the games."""
        deal = self.race.deal
        recordings = [await off_loop(recording, lane, deal) for lane in self.race.lanes]
        self._ghosts = [GhostLane(f"g{index}", recorded) for index, recorded in enumerate(recordings)]
        await asyncio.gather(*(lane.catch_up() for lane in self._seats))

    def leave(self) -> None:
        """Follow the games no longer."""
        for lane in self._all:
            lane.leave()

    @property
    def _all(self) -> list[SeatLane | GhostLane]:
        return [*self._seats, *self._ghosts]

    def _stir(self, key: str) -> None:
        self._stirred.add(key)
        self._notify()

    def seat(self, index: int) -> SeatLane:
        """The lane of a seat."""
        return self._seats[index]

    def chart(self) -> dict[str, list[tuple[int, int]]]:
        """The line of each lane: when (since the start) it had how many cards home."""
        return {lane.key: lane.points for lane in self._all}

    def places(self, now: int) -> list[Place[str]]:
        """How the racers stand at the moment `now` (since 1970)."""
        since = now - self._started_at
        return standing((lane.key, lane.progress(since)) for lane in self._all)

    def shown(self, now: int) -> dict[str, dict[str, Any]]:
        """Every lane as it stands."""
        lanes = {lane.key: lane for lane in self._all}
        return {place.key: self._show(lanes[place.key], place) for place in self.places(now)}

    def news(self, now: int) -> tuple[list[dict[str, Any]], list[str]]:
        """The lanes that have changed since the last time this was asked, and the keys of all as they stand."""
        lanes = {lane.key: lane for lane in self._all}
        places = self.places(now)
        stirred, self._stirred = self._stirred, set()
        changed = []
        for place in places:
            lane = lanes[place.key]
            if place.key in stirred or self._sent.get(place.key) != (lane.version, place.place):
                self._sent[place.key] = lane.version, place.place
                changed.append(self._show(lane, place))
        return changed, [place.key for place in places]

    def _show(self, lane: SeatLane | GhostLane, place: Place[str]) -> dict[str, Any]:
        reached = place.progress
        return {
            "key": lane.key,
            "v": lane.version,
            "home": reached.home,
            "moves": reached.moves,
            "status": reached.status,
            "at": reached.at,
            "place": place.place,
            "table": lane.table(self.race),
        }

    def next_move_in(self, now: int) -> float | None:
        """Seconds until a ghost moves; None where none does any more."""
        since = now - self._started_at
        moves = [at for lane in self._ghosts if (at := lane.next_at(since)) is not None]
        return max(0, min(moves) - since) / 1000 if moves else None
