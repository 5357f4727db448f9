"""Who stands where in a race: how far each game has come by an instant, and in which order that puts them. Pure."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from solitaire.log.event import Event
from solitaire.races.race import Race
from solitaire.rules.deals import Deal
from solitaire.rules.game import Game, start


@dataclass(slots=True)
class Climb:
    """How one game's cards come home over time, followed move by move; times in milliseconds since the start.

    `home_at` is the last time the number rose to what it is now: a card taken back gives the time of the lower number
    back, a card that goes home again counts from then.

    >>> climb = Climb()
    >>> for at, home in ((100, 1), (200, 2), (300, 1), (400, 1)):
    ...     climb.follow(at, home)
    >>> climb.home_at, climb.points
    (100, [(0, 0), (100, 1), (200, 2), (300, 1)])
    """

    home: int = 0
    points: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])
    _rose: dict[int, int] = field(default_factory=lambda: {0: 0})

    @property
    def home_at(self) -> int:
        """When the number of cards home last rose to its present value."""
        return self._rose[self.home]

    def follow(self, at: int, home: int) -> None:
        """Take in what a move has made of the number of cards home."""
        if home == self.home:
            return
        if home > self.home:
            self._rose[home] = at
        self.home = home
        self.points.append((at, home))


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one game has come by some instant, in milliseconds since the start.

    `at` is its last action; `time_ms` when it ended, or, where it is still going on, the instant looked at.
    """

    status: Literal["playing", "won", "resigned", "lost"]
    home: int
    home_at: int
    moves: int
    at: int
    time_ms: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """What the standing sorts by: least is best, and equal is equal."""
        return (0, self.time_ms, 0) if self.status == "won" else (1, -self.home, self.home_at)


NOT_DEALT: Final = Progress("playing", 0, 0, 0, 0, 0)
"""How far a game has come that is not dealt yet."""


def progress_of(game: Game, climb: Climb, at: int, now: int) -> Progress:
    """How far a game that was last played at `at` has come at `now`, both in milliseconds since the start."""
    return Progress(game.status, climb.home, climb.home_at, game.position.moves, at, at if game.over else now)


def watched(events: Sequence[Event], started_at: int, until: int) -> tuple[Progress, Climb]:
    """How far a game has come by `until`, by the events of its stream before that instant (both since 1970).

    With it comes the climb that led there.

    >>> dealt = Event("game:g", 1, "dealt", {"code": "KL1-D1N-AAAAAAG", "rules": 1}, 5000, "ana", None, b"")
    >>> draw = Event("game:g", 2, "move", "d", 7000, "ana", None, b"")
    >>> watched([dealt, draw], 5000, 7000)[0].moves, watched([dealt, draw], 5000, 7001)[0].moves
    (0, 1)
    """
    climb, at = Climb(), 0
    if not events:
        return replace(NOT_DEALT, time_ms=until - started_at), climb
    dealt, *rest = events
    game = start(Deal.parse(dealt.data["code"]), dealt.data["rules"])
    for event in rest:
        if event.at >= until:
            break
        game = game.close().game if event.kind == "closed" else game.play(event.data).game
        at = event.at - started_at
        climb.follow(at, game.cards_home)
    return progress_of(game, climb, at, until - started_at), climb


Key = TypeVar("Key", bound=Hashable)


class Place(NamedTuple, Generic[Key]):
    """Where one racer stands; `key` is what the racer was handed in under."""

    key: Key
    place: int
    progress: Progress


def standing(racers: Iterable[tuple[Key, Progress]]) -> list[Place[Key]]:
    """The racers from first to last; equal is equal (1, 2, 2, 4), and equal ones stay in the order they came in.

    Won before not won; winners by their time; the others by cards home, then by when they got there.

    >>> slow, quick = (Progress("won", 52, time, 120, time, time) for time in (90_000, 60_000))
    >>> [(place, key) for key, place, _ in standing([("ana", slow), ("budi", quick), ("ilze", slow)])]
    [(1, 'budi'), (2, 'ana'), (2, 'ilze')]
    """
    places: list[Place[Key]] = []
    for count, (key, reached) in enumerate(sorted(racers, key=lambda racer: racer[1].rank), start=1):
        tied = bool(places) and places[-1].progress.rank == reached.rank
        places.append(Place(key, places[-1].place if tied else count, reached))
    return places


def settlement(race: Race, racers: Mapping[str, Progress], lanes: Sequence[Progress], at: int) -> dict[str, Any]:
    """The data of the `settled` event: who came where, as of the instant `at` (since 1970).

    `racers` holds the progress of each seat by its player, `lanes` those of the race's lanes in their order. Each of
    `places`, from first to last, has `player` or `lane` (its index), `place`, `status`, `home`, `home_at`, `time_ms`
    and `moves`. `status` is how the game ended (`won`, `resigned`, `lost`), `gone` for a racer who went, and `time-up`
    where the limit ended it.
    """
    gone = {seat.player for seat in race.seats if seat.gone}
    entries: list[tuple[str | int, Progress]] = [(seat.player, racers[seat.player]) for seat in race.seats]
    entries += enumerate(lanes)
    return {"at": at, "places": [_written(place, place.key in gone) for place in standing(entries)]}


def _written(place: Place[str | int], gone: bool) -> dict[str, Any]:
    key, number, reached = place
    status = "time-up" if reached.status == "playing" else reached.status
    return {
        "lane" if isinstance(key, int) else "player": key,
        "place": number,
        "status": "gone" if gone else status,
        "home": reached.home,
        "home_at": reached.home_at,
        "time_ms": reached.time_ms,
        "moves": reached.moves,
    }
