"""Who sees what of a game: the one place that decides it, for sockets, pages and the API alike.

What a view shows is `solitaire.rules.views`; which view somebody gets, and whether they may know the deal's code, is
`sight`. A game knows the race or the day it belongs to; what that is at the moment is told by whoever runs races
(`tell`) and days (`tell_days`).
"""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from solitaire.rules.game import Game
from solitaire.rules.views import View


class Secrecy(StrEnum):
    """What keeps a game from others until its race has settled, or its day is over."""

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
    DAILY = "daily"
    """A ranked attempt at a deal of the day."""
    PRACTICE = "practice"
    """It is its player's own affair, also when it is over."""


class Role(StrEnum):
    """Who looks."""

    PLAYER = "player"
    RIVAL = "rival"
    WATCHER = "watcher"
    PEER = "peer"
    """Somebody with an account whose own ranked attempt at the same deal of the day is over."""


class Sight(NamedTuple):
    """How much of a game is shown, and whether its deal's code is."""

    view: View
    code: bool


_OF_OTHERS = {
    Secrecy.RACE: {Role.RIVAL: View.SHAPE, Role.WATCHER: View.OWNER},
    Secrecy.FRIENDLY: {Role.RIVAL: View.SHAPE, Role.WATCHER: View.SHAPE},
    Secrecy.RATED: {Role.RIVAL: View.TOTALS, Role.WATCHER: View.TOTALS},
    Secrecy.GHOSTS: {Role.RIVAL: View.TOTALS, Role.WATCHER: View.TOTALS},
    Secrecy.DAILY: {Role.PEER: View.OWNER, Role.WATCHER: View.NOTHING},
}
"""What is seen of somebody else's game before its race has settled, or its day is over."""


def sight(game: Game, secrecy: Secrecy, role: Role, settled: bool) -> Sight:
    """What somebody in `role` may see of `game`; `settled` is whether its race has, or its day is over.

    A game that has ended shows no more than before while that goes on: the others still play these cards.
    """
    if secrecy is Secrecy.PRACTICE and role is not Role.PLAYER:
        return Sight(View.NOTHING, code=False)
    if secrecy is Secrecy.OPEN or settled:
        return Sight(View.ALL if game.over else View.OWNER, code=True)
    view = View.OWNER if role is Role.PLAYER else _view_of_others(secrecy, role)
    return Sight(view, code=secrecy is Secrecy.RACE)


def _view_of_others(secrecy: Secrecy, role: Role) -> View:
    views = _OF_OTHERS[secrecy]
    return views.get(role, views[Role.WATCHER])


class Part(NamedTuple):
    """What a game is part of, as its first event says: the race `race`, the deal of the day `day`, or neither ("")."""

    race: str = ""
    day: str = ""
    practice: bool = False
    """It is no ranked attempt."""

    @classmethod
    def of(cls, dealt: Mapping[str, Any]) -> "Part":
        """As the data of a `dealt` event have it."""
        return cls(dealt.get("race", ""), dealt.get("day", ""), dealt.get("practice", False))

    @property
    def key(self) -> str:
        """The race, or the day."""
        return self.race or self.day


def _nobody(_players: Collection[str]) -> bool:
    return False


class RaceFacts(NamedTuple):
    """What a game's table has to know of the race, or the day, it is part of. Times are milliseconds since 1970."""

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
    finished: Callable[[Collection[str]], bool] = _nobody
    """Whether one of some players has an account and is done with this deal of the day. Reads the database."""

    @property
    def off(self) -> dict[str, str]:
        """The moves that the race has switched off, each with the code it is refused with."""
        if self.secrecy is Secrecy.DAILY:
            return {"h": "day-hints-off"}
        undo = {} if self.undo else {"u": "undo-off", "y": "undo-off"}
        return undo if self.hints else undo | {"h": "hints-off"}

    @property
    def too_late(self) -> str:
        """The code with which a move is refused that comes when the time is up."""
        return "day-over" if self.secrecy in (Secrecy.DAILY, Secrecy.PRACTICE) else "race-over"

    @property
    def hidden(self) -> bool:
        """Whether nothing that would give the deck away may appear anywhere."""
        return not self.settled and self.secrecy not in (Secrecy.OPEN, Secrecy.RACE)

    def sight(self, game: Game, role: Role) -> Sight:
        """What somebody in `role` may see of one of its games."""
        return sight(game, self.secrecy, role, self.settled)

    def role(self, player: str, viewers: Collection[str]) -> Role:
        """The role of somebody who is `viewers` (all ids that are theirs) towards the game of `player`."""
        if player in viewers:
            return Role.PLAYER
        if self.secrecy is Secrecy.DAILY:
            return Role.PEER if self.finished(viewers) else Role.WATCHER
        return Role.WATCHER if self.players.isdisjoint(viewers) else Role.RIVAL


NO_RACE = RaceFacts(Secrecy.OPEN, settled=True, undo=True, hints=True, starts_at=None, ends_at=None)
"""Of every game outside races and days."""
PRACTICE = NO_RACE._replace(secrecy=Secrecy.PRACTICE)
"""Of every practice game, but for those on a deal of the day."""
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


Days = Callable[[str, bool], RaceFacts | None]
"""How to find out about a deal of the day, for a ranked attempt or for practice; reads the database."""


class _Told:
    races = Races(facts=lambda _race_id: None, seat=lambda _game_id: None)
    days: Days = staticmethod(lambda _day, _practice: None)


def tell(races: Races) -> None:
    """Say how to find out about races; until somebody has, there are none."""
    _Told.races = races


def tell_days(days: Days) -> None:
    """Say how to find out about deals of the day; until somebody has, there are none."""
    _Told.days = staticmethod(days)


def facts_of(part: Part) -> RaceFacts:
    """What the race or the day that a game is part of is now. Reads the database where it is part of any."""
    if part.race:
        return _Told.races.facts(part.race) or UNKNOWN
    if part.day:
        return _Told.days(part.day, part.practice) or UNKNOWN
    return PRACTICE if part.practice else NO_RACE


def seat_of(game_id: str) -> Seat | None:
    """The seat whose cards will be, or were, dealt as the game of that id; None where it is no race's."""
    return _Told.races.seat(game_id)
