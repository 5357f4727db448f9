"""Racers who are not there: how far a ghost or a pace-setter has come at any moment of the race."""

from bisect import bisect_right
from collections.abc import Iterator

from solitaire.live.table import fold, read_game
from solitaire.races.race import Lane
from solitaire.races.standing import Climb, Progress, progress_of
from solitaire.rules.deals import Deal
from solitaire.rules.game import Game, start


class Recording:
    """A game that was played before, on its own clock. Times are milliseconds since the start."""

    def __init__(self, begun: Game, steps: Iterator[tuple[int, Game]]) -> None:
        self._times: list[int] = []
        self._reached: list[Progress] = []
        climb = Climb()
        self._begun = progress_of(begun, climb, 0, 0)
        for at, game in steps:
            climb.follow(at, game.cards_home)
            self._times.append(at)
            self._reached.append(progress_of(game, climb, at, at))
        self.points = climb.points
        """How its cards came home: the number after each time it changed."""

    def version(self, now: int) -> int:
        """How many moves have been made by then."""
        return bisect_right(self._times, now)

    def progress(self, now: int) -> Progress:
        """How far it has come by then."""
        made = self.version(now)
        reached = self._reached[made - 1] if made else self._begun
        return reached if reached.status != "playing" else reached_at(reached, now)

    def next_at(self, now: int) -> int | None:
        """When the next move comes; None after the last."""
        made = self.version(now)
        return self._times[made] if made < len(self._times) else None


def reached_at(reached: Progress, now: int) -> Progress:
    """The same, looked at later."""
    return Progress(reached.status, reached.home, reached.home_at, reached.moves, reached.at, now)


def recording(lane: Lane, deal: Deal) -> Recording:
    """The recording of a lane in a race on `deal`. Reads the log for a ghost."""
    return Recording(start(deal), _paced(lane, deal) if lane.kind == "pace" else _replayed(lane))


def _paced(lane: Lane, deal: Deal) -> Iterator[tuple[int, Game]]:
    game = start(deal)
    for count, move in enumerate(lane.moves, start=1):
        game = game.play(move).game
        yield count * lane.every_ms, game


def _replayed(lane: Lane) -> Iterator[tuple[int, Game]]:
    events = read_game(lane.game)
    state = fold(lane.game, events[:1])
    for event in events[1:]:
        state.follow(event)
        yield event.at - state.dealt_at, state.game
