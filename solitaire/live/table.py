"""What a game is in memory: the fold of its stream."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solitaire.clock import clock
from solitaire.ids import could_be_id
from solitaire.live.sight import Part
from solitaire.log import store
from solitaire.log.event import Event
from solitaire.rules.deals import Deal
from solitaire.rules.game import Game, Step, from_here, start

PREFIX = "game:"
BEGINNINGS_KEPT = 64
"""So many positions that practice games begin with are remembered."""


def stream_of(game_id: str) -> str:
    """The name of the stream that holds a game's events."""
    return PREFIX + game_id


def read_game(game_id: str, after: int = 0) -> list[Event]:
    """The events of a game behind version `after`; none where there is no such game."""
    return store.read(stream_of(game_id), after) if could_be_id(game_id) else []


def now_ms() -> int:
    """The server's clock, in milliseconds since 1970."""
    return clock.now_ms()


class Origin(NamedTuple):
    """Where a practice game begins: as another game stood at a version. That one is no practice game itself."""

    game: str
    version: int


@dataclass(slots=True)
class TableState:
    """A game, whose it is, and when it was dealt and last played (milliseconds since 1970).

    `player` is who was dealt the cards; whose the game is today, after guests became accounts, the players' part knows.
    `dealt_at` is when the clock began to run: in a race at its start, in which case `race` is its id, else "".
    `ended_at` is when the game was won, lost or given up, None while it is going on. `practice` says that the game
    counts nowhere and is shown to nobody but its player; it begins at `origin`, or at the deal where there is none. A
    game of a deal of the day names it in `day`; `guest` is whether its player was a guest then.
    `ghost` is the recorded game that it is raced against (see `ghost`), or "".
    """

    id: str
    player: str
    dealt_at: int
    last_at: int
    game: Game
    race: str = ""
    ended_at: int | None = None
    practice: bool = False
    origin: Origin | None = None
    ghost: str = ""
    day: str = ""
    guest: bool = False

    @property
    def part(self) -> Part:
        """The race or the day it is part of."""
        return Part(self.race, self.day, self.practice)

    @property
    def closed_when_lost(self) -> bool:
        """Whether the game was lost before the site closed it: then that was its end."""
        return self.game.closed and self.game.status == "lost"

    def follow(self, event: Event) -> Step:
        """Apply the stream's next event under the rules the game was dealt with; ValueError for a kind that is none."""
        if event.kind == "move":
            step = self.game.play(event.data)
        elif event.kind == "closed":
            step = self.game.close()
        else:
            raise ValueError(f"{event.stream} version {event.version}: a game has no event of the kind {event.kind!r}")
        self.take(step.game, event.at)
        return step

    def take(self, game: Game, at: int) -> None:
        """Be `game` from the moment `at` on."""
        self.game, self.last_at = game, at
        if game.status == "playing":
            self.ended_at = None
        elif self.ended_at is None:
            self.ended_at = at


def begin(game_id: str, dealt: Event) -> TableState:
    """The state after the first event of a game's stream."""
    data = dealt.data
    origin = Origin(**data["from"]) if "from" in data else None
    game = beginning(origin) if origin else start(Deal.parse(data["code"]), data["rules"])
    if origin and (game.deal.code, game.rules_version) != (data["code"], data["rules"]):
        raise ValueError(f"{game_id} is dealt as {data['code']}, and begins with a position of {game.deal.code}")
    dealt_at = data.get("start", dealt.at)
    return TableState(
        game_id,
        dealt.who or "",
        dealt_at,
        max(dealt_at, dealt.at),
        game,
        race=data.get("race", ""),
        practice=data.get("practice", False),
        origin=origin,
        day=data.get("day", ""),
        guest=data.get("guest", False),
        ghost=data.get("ghost", ""),
    )


@lru_cache(BEGINNINGS_KEPT)
def beginning(origin: Origin) -> Game:
    """The game that begins at `origin`. Reads the log.

    Raises `Refused` where the position is won or lost, and `ValueError` where it is none, or one of a practice game.
    """
    events = read_game(origin.game)[: origin.version]
    if not 0 < origin.version == len(events):
        raise ValueError(f"game {origin.game} has no version {origin.version}")
    if events[0].data.get("practice"):
        raise ValueError(f"{origin.game} is a practice game itself")
    return from_here(fold(origin.game, events).game)


def fold(game_id: str, events: Sequence[Event]) -> TableState:
    """The state after all `events` of a game's stream, which are at least one."""
    state = begin(game_id, events[0])
    for event in events[1:]:
        state.follow(event)
    return state
