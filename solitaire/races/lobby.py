"""The lobby: rooms to join, and what is going on to be watched, best first. The same for everybody, ready for JSON."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from threading import Lock
from typing import Any

from django.conf import settings
from django.db.models import F

from solitaire.live.sight import Role, Secrecy, sight
from solitaire.live.table import TableState, begin, stream_of
from solitaire.log import store
from solitaire.races import commands
from solitaire.races.models import COUNTDOWN, OPEN, STARTED, RaceRow, SeatRow
from solitaire.races.showing import Person, people_by_id
from solitaire.rules.views import View, show_position

ROOMS = 50
"""So many rooms are listed, the newest first."""
RUNNING = 12
"""So many races are listed, and so many games outside races."""
WAYS = 20
"""So many ways are listed that somebody waits for a rival in."""

NO_TABLE = {"view": str(View.TOTALS), "table": None}

Games = Callable[[int], list[dict[str, Any]]]
"""The best games going on outside races, so many at most, ready for JSON."""


class Follower:
    """Games read once and then followed, so that each look costs only what was played since. For any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[str, tuple[int, TableState]] = {}

    def look(self, game_ids: Collection[str]) -> dict[str, TableState]:
        """Those games that have been dealt, as they stand; any other is forgotten."""
        with self._lock:
            heads = {head.stream: head.version for head in store.heads_of(map(stream_of, game_ids))}
            kept = {}
            for game_id in game_ids:
                version = heads.get(stream_of(game_id))
                if version:
                    kept[game_id] = self._follow(game_id, version)
            self._kept = kept
            return {game_id: state for game_id, (_, state) in kept.items()}

    def _follow(self, game_id: str, head: int) -> tuple[int, TableState]:
        version, state = self._kept.get(game_id, (0, None))
        for event in store.read(stream_of(game_id), version) if version < head else ():
            if state is None:
                state = begin(game_id, event)
            else:
                state.follow(event)
            version = event.version
        assert state is not None  # noqa: S101 -- a stream with a head has a first event
        return version, state


class Lobby:
    """What the lobby shows, looked up at most once in `RACES`' lobby_s however many ask."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._follower = Follower()
        self._keys: dict[str, dict[str, str]] = {}
        self._shown: dict[str, Any] = {}
        self._until = 0.0
        self._games: Games = lambda _most: []

    def tell(self, games: Games) -> None:
        """Say how to find the games that go on outside races."""
        self._games = games

    def show(self) -> dict[str, Any]:
        """`rooms` to join, `waiting` (the ways somebody seeks a rival in), `running` races and `games`, best first."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._shown = {
                    "rooms": rooms(),
                    "waiting": waiting(),
                    "running": self.running(),
                    "games": self._games(RUNNING),
                }
                self._until = time.monotonic() + settings.RACES["lobby_s"]
            return self._shown

    def forget(self) -> None:
        """Look everything up anew the next time."""
        with self._lock:
            self._until = 0.0

    def running(self) -> list[dict[str, Any]]:
        """Races going on: rated ones first, then those with more racers, then those that started last."""
        best = RaceRow.objects.filter(status=STARTED, public=True).order_by("-rated", "-taken", "-starts_at", "-id")
        races = list(best[:RUNNING])
        seats = seats_of(races)
        taken = list(chain.from_iterable(seats.values()))
        people = people_by_id({seat.player for seat in taken})
        games = self._follower.look([seat.game for seat in taken])
        # After the start seats stay as they are: a race is folded once.
        self._keys = {race.id: self._keys.get(race.id) or keys_of(race.id) for race in races}
        return [show_running(race, seats[race.id], people, games, self._keys[race.id]) for race in races]


def rooms() -> list[dict[str, Any]]:
    """Public rooms with a free seat, the newest first."""
    of_status = (
        RaceRow.objects.filter(status=status, public=True, quick=False, taken__lt=F("seats")).order_by(
            "-created_at", "-id"
        )[:ROOMS]
        for status in (OPEN, COUNTDOWN)
    )
    found = sorted(chain.from_iterable(of_status), key=lambda row: (row.created_at, row.id), reverse=True)[:ROOMS]
    people = people_by_id({row.host for row in found})
    return [show_room(row, people[row.host]) for row in found]


def waiting() -> list[dict[str, Any]]:
    """The ways in which somebody waits for a rival, the one who has waited longest first."""
    seekers = RaceRow.objects.filter(status=OPEN, quick=True, taken=1).order_by("created_at", "id")
    return [dict(way) for way in seekers.values("family", "draw", "ruleset", "created_at")[:WAYS]]


def show_room(row: RaceRow, host: Person) -> dict[str, Any]:
    """A room, as the lobby lists it."""
    return {
        **_shown_of_all(row),
        "host": {"id": host.id, "name": host.name, "mark": host.mark},
        "taken": row.taken,
        "capacity": row.seats,
        "places_free": row.seats - row.taken,
        "undo": row.undo,
        "hints": row.hints,
        "created_at": row.created_at,
        "countdown_at": row.starts_at,
    }


def keys_of(race_id: str) -> dict[str, str]:
    """The key of each seat of a race, as `showing.show_race` gives it, by its game."""
    return {seat.game: str(index) for index, seat in enumerate(commands.find(race_id).seats)}


def show_running(
    row: RaceRow,
    seats: Sequence[SeatRow],
    people: Mapping[str, Person],
    games: Mapping[str, TableState],
    keys: Mapping[str, str],
) -> dict[str, Any]:
    """A race going on: its racers from first to last with their totals, and of the first the table, as rivals see it.

    The list is the same for everybody, and among them are the rivals. `keys` holds each racer's key by game.
    """
    racers = sorted(seats, key=lambda seat: (_rank(games.get(seat.game)), int(keys[seat.game])))
    first = games.get(racers[0].game) if racers else None
    return {
        **_shown_of_all(row),
        "rated": row.rated,
        "started_at": row.starts_at,
        "ends_at": row.ends_at,
        "racers": [_racer(keys[seat.game], people[seat.player], games.get(seat.game)) for seat in racers],
        **(_table(first, Secrecy(row.secrecy)) if first else NO_TABLE),
    }


def _rank(game: TableState | None) -> tuple[int, int]:
    """Least is best: who has won, by when; then cards home. A rough order, as nothing but the list hangs on it."""
    if game is None:
        return 2, 0
    return (0, game.last_at) if game.game.status == "won" else (1, -game.game.cards_home)


def _racer(key: str, who: Person, game: TableState | None) -> dict[str, Any]:
    return {
        "key": key,
        "name": who.name,
        "mark": who.mark,
        "home": game.game.cards_home if game else 0,
        "moves": game.game.position.moves if game else 0,
        "status": game.game.status if game else "playing",
    }


def _table(game: TableState, secrecy: Secrecy) -> dict[str, Any]:
    view = sight(game.game, secrecy, Role.RIVAL, settled=False).view
    return {"view": str(view), "table": None if view == View.TOTALS else show_position(game.game, view)}


def seats_of(races: Sequence[RaceRow]) -> dict[str, list[SeatRow]]:
    """The seats of some races, by race."""
    seats: dict[str, list[SeatRow]] = {race.id: [] for race in races}
    for seat in SeatRow.objects.filter(race__in=seats).order_by("game"):
        seats[seat.race_id].append(seat)
    return seats


def _shown_of_all(row: RaceRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "family": row.family,
        "draw": row.draw,
        "ruleset": row.ruleset,
        "limit_s": row.limit_s,
        "sealed": row.secrecy != Secrecy.RACE,
        "code": row.code or None,
    }


lobby = Lobby()
"""This process's own."""
