"""Who sees what of a game: the one place that decides it, for sockets, pages and the API alike.

What a view shows is `solitaire.rules.views`; which view somebody gets, and whether they may know the deal's code, is
`sight`. A game knows the race it belongs to; what that race is at the moment is told by whoever runs races (`tell`).
"""

from collections.abc import Callable, Collection
from enum import StrEnum
from typing import NamedTuple

from solitaire.rules.game import Game
from solitaire.rules.views import View


class Secrecy(StrEnum):
    """What keeps a game from others until its race has settled."""

    OPEN = "open"
    """Nothing: a game outside races."""
    RACE = "race"
    """A race on a code that everybody knows."""
    FRIENDLY = "friendly"
    """A sealed deck, a friendly race."""
    RATED = "rated"
    """A sealed deck, a rated race."""
    GHOSTS = "ghosts"
    """A race against recorded games or pace-setters."""
    PRACTICE = "practice"
    """It is its player's own affair, also when it is over."""


class Role(StrEnum):
    """Who looks."""

    PLAYER = "player"
    RIVAL = "rival"
    WATCHER = "watcher"


class Sight(NamedTuple):
    """How much of a game is shown, and whether its deal's code is."""

    view: View
    code: bool


_OF_OTHERS = {
    Secrecy.RACE: {Role.RIVAL: View.SHAPE, Role.WATCHER: View.OWNER},
    Secrecy.FRIENDLY: {Role.RIVAL: View.SHAPE, Role.WATCHER: View.SHAPE},
    Secrecy.RATED: {Role.RIVAL: View.TOTALS, Role.WATCHER: View.TOTALS},
    Secrecy.GHOSTS: {Role.RIVAL: View.TOTALS, Role.WATCHER: View.TOTALS},
}
"""What is seen of somebody else's game before its race has settled."""


def sight(game: Game, secrecy: Secrecy, role: Role, settled: bool) -> Sight:
    """What somebody in `role` may see of `game`; `settled` is whether its race has.

    A game that has ended shows no more than before while its race goes on: the others still play these cards.
    """
    if secrecy is Secrecy.PRACTICE and role is not Role.PLAYER:
        return Sight(View.NOTHING, code=False)
    if secrecy is Secrecy.OPEN or settled:
        return Sight(View.ALL if game.over else View.OWNER, code=True)
    view = View.OWNER if role is Role.PLAYER else _OF_OTHERS[secrecy][role]
    return Sight(view, code=secrecy is Secrecy.RACE)


class RaceFacts(NamedTuple):
    """What a game's table has to know of the race it is in. Times are milliseconds since 1970."""

    secrecy: Secrecy
    settled: bool
    undo: bool
    hints: bool
    starts_at: int | None
    """When the cards are dealt; None while that is not known."""
    ends_at: int | None
    """From then on no move counts; None before the start."""
    players: frozenset[str] = frozenset()
    """Who has a seat, as the log names them."""

    @property
    def off(self) -> dict[str, str]:
        """The moves that the race has switched off, each with the code it is refused with."""
        undo = {} if self.undo else {"u": "undo-off", "y": "undo-off"}
        return undo if self.hints else undo | {"h": "hints-off"}

    @property
    def hidden(self) -> bool:
        """Whether nothing that would give the deck away may appear anywhere."""
        return not self.settled and self.secrecy not in (Secrecy.OPEN, Secrecy.RACE)

    @property
    def private(self) -> bool:
        """Whether nobody but its player is to know that the game is there."""
        return self.secrecy is Secrecy.PRACTICE

    def sight(self, game: Game, role: Role) -> Sight:
        """What somebody in `role` may see of one of its games."""
        return sight(game, self.secrecy, role, self.settled)

    def role(self, player: str, viewers: Collection[str]) -> Role:
        """The role of somebody who is `viewers` (all ids that are theirs) towards the game of `player`."""
        if player in viewers:
            return Role.PLAYER
        return Role.WATCHER if self.players.isdisjoint(viewers) else Role.RIVAL


NO_RACE = RaceFacts(Secrecy.OPEN, settled=True, undo=True, hints=True, starts_at=None, ends_at=None)
"""Of every game outside races."""
PRACTICE = NO_RACE._replace(secrecy=Secrecy.PRACTICE)
"""Of every practice game."""
UNKNOWN = RaceFacts(Secrecy.RATED, settled=False, undo=True, hints=True, starts_at=None, ends_at=None)
"""Of a race that cannot be found: until it can, it keeps its secret."""


class Seat(NamedTuple):
    """A place in a race whose cards may not have been dealt yet."""

    race: str
    player: str


class Races(NamedTuple):
    """How to find out about races, by race id and by game id; both read the database, and say None for what is none."""

    facts: Callable[[str], RaceFacts | None]
    seat: Callable[[str], Seat | None]


class _Told:
    races = Races(facts=lambda _race_id: None, seat=lambda _game_id: None)


def tell(races: Races) -> None:
    """Say how to find out about races; until somebody has, there are none."""
    _Told.races = races


def facts_of(race_id: str) -> RaceFacts:
    """What a game's race is now; `race_id` is "" for a game outside races. Reads the database for a race.

    A practice game is in none, and has the facts `PRACTICE`.
    """
    return (_Told.races.facts(race_id) or UNKNOWN) if race_id else NO_RACE


def seat_of(game_id: str) -> Seat | None:
    """The seat whose cards will be, or were, dealt as the game of that id; None where it is no race's."""
    return _Told.races.seat(game_id)
