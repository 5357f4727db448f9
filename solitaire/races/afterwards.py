"""What there is to be told of the games of a race once it has settled, and never before.

How the cards of each racer came home, and the films of pace-setters, of whom no game of their own exists. Of ghosts and
pace-setters, who run on their own clocks, what came after the race's end is no part of it.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from django.core.cache import cache

from solitaire.live.table import read_game
from solitaire.races.lanes import FAR_AWAY
from solitaire.races.race import Race
from solitaire.races.recordings import recording
from solitaire.races.standing import watched
from solitaire.rules.game import start
from solitaire.rules.views import View, show_position, show_step

KEPT_S = 3600
"""So long courses are kept once they have been reckoned; they never change."""

Course: TypeAlias = list[tuple[int, int]]
"""How cards came home: the number after each time it changed, in milliseconds since the start."""


def courses(race: Race) -> dict[str, Course]:
    """The course of every racer of a race that has settled, by key (see `showing.show_race`).

    Raises `ValueError` for a race that has not: what its games hold is not told yet.
    """
    until = length_ms(race)
    key = f"courses:{race.id}"
    kept: dict[str, Course] | None = cache.get(key)
    if kept is None:
        kept = _courses(race, until)
        cache.set(key, kept, KEPT_S)
    return kept


def _courses(race: Race, until: int) -> dict[str, Course]:
    started_at = race.started_at or 0
    seats = {
        str(index): watched(read_game(seat.game), started_at, FAR_AWAY)[1].points
        for index, seat in enumerate(race.seats)
    }
    lanes = {
        f"g{index}": [point for point in recording(lane, race.deal).points if point[0] <= until]
        for index, lane in enumerate(race.lanes)
    }
    return seats | lanes


def film(race: Race, index: int) -> Iterator[dict[str, Any]]:
    """The moves of the pace-setter with that index in a race that has settled, as the feed tells of a game's.

    Raises `ValueError` for a race that has not, or where no pace-setter has that index.
    """
    until = length_ms(race)
    if not 0 <= index < len(race.lanes) or race.lanes[index].kind != "pace":
        raise ValueError(f"race {race.id} has no pace-setter {index}")
    return _film(race, index, until)


def _film(race: Race, index: int, until: int) -> Iterator[dict[str, Any]]:
    lane, game = race.lanes[index], start(race.deal)
    yield {"v": 1, "at": 0, "kind": "dealt", "position": show_position(game, View.ALL)}
    for count, move in enumerate(lane.moves[: until // lane.every_ms], start=1):
        step = game.play(move)
        game = step.game
        yield {"v": count + 1, "at": count * lane.every_ms, "kind": "move", **show_step(step, View.ALL)}


def length_ms(race: Race) -> int:
    """How long a race that has settled took; raises `ValueError` for one that has not."""
    if race.settled_at is None:
        raise ValueError(f"race {race.id} has not settled")
    return race.settled_at - (race.started_at or 0)
