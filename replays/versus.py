"""Two players beside each other: figures, ratings, and where they have met.

Meetings are looked for among the latest of one of them, so that it costs the same however much they have played.
"""

from dataclasses import dataclass

from replays import profiles
from replays.models import Board, BoardRow, Outcome, PlayerWay, RacePlace, Result
from replays.profiles import Figures
from solitaire.races import ratings
from solitaire.rules.deals import DRAWS

LOOKED_AT = 200
"""So many of the latest races, and of the latest wins, of the first of the two are looked at."""
SHOWN = 8


@dataclass(frozen=True)
class Pair:
    """Something of each: the number of the first and of the second player."""

    one: int
    other: int


@dataclass(frozen=True)
class WayPair:
    """What each has done under one way to play; None for who has not played it."""

    family: str
    draw: int
    ruleset: str
    one: PlayerWay | None
    other: PlayerWay | None

    @property
    def quicker(self) -> int:
        """Whose best time is the better: 1 or 2, 0 for neither's."""
        times = [way.best_ms if way else None for way in (self.one, self.other)]
        return _less(*times)


@dataclass(frozen=True)
class RatingPair:
    """The rating of each with a draw count; None for who has none."""

    draw: int
    one: int | None
    other: int | None

    @property
    def higher(self) -> int:
        """Whose is the higher: 1 or 2, 0 for neither's."""
        return {1: 2, 2: 1}.get(_less(self.one, self.other), 0)


@dataclass(frozen=True)
class Race:
    """A race both were in."""

    one: RacePlace
    other: RacePlace

    @property
    def ahead(self) -> int:
        """Who came before the other: 1 or 2, 0 where they share a place."""
        return _less(self.one.place, self.other.place)


@dataclass(frozen=True)
class SharedDeal:
    """A deal that both have won without a hint, with the fastest win of each."""

    code: str
    one: BoardRow
    other: BoardRow

    @property
    def quicker(self) -> int:
        """Who was quicker: 1 or 2, 0 where they took as long."""
        return _less(self.one.ranked, self.other.ranked)


def _less(one: int | None, other: int | None) -> int:
    if one is None or other is None or one == other:
        return 0
    return 1 if one < other else 2


@dataclass(frozen=True)
class Versus:
    """Two players beside each other."""

    figures: tuple[Figures, Figures]
    ratings: list[RatingPair]
    ways: list[WayPair]
    races: list[Race]
    ahead: Pair
    deals: list[SharedDeal]
    quicker: Pair


def versus(one: str, other: str) -> Versus:
    """Two players, by their ids."""
    figures = (profiles.figures_of(one), profiles.figures_of(other))
    races, deals = meetings(one, other), shared_deals(one, other)
    return Versus(
        figures=figures,
        ratings=_ratings(one, other),
        ways=_ways(*figures),
        races=races[:SHOWN],
        ahead=_pair([race.ahead for race in races]),
        deals=deals[:SHOWN],
        quicker=_pair([deal.quicker for deal in deals]),
    )


def _pair(wins: list[int]) -> Pair:
    return Pair(wins.count(1), wins.count(2))


def _ways(one: Figures, other: Figures) -> list[WayPair]:
    ones, others = profiles.by_way(one.ways), profiles.by_way(other.ways)
    both = sorted(ones.keys() | others.keys())
    return [WayPair(*way, ones.get(way), others.get(way)) for way in both]


def _ratings(one: str, other: str) -> list[RatingPair]:
    ones, others = ({rating.draw: rating.shown for rating in ratings.ratings_of(player)} for player in (one, other))
    return [RatingPair(draw, ones.get(draw), others.get(draw)) for draw in DRAWS if draw in ones or draw in others]


def meetings(one: str, other: str) -> list[Race]:
    """The races both were in, among the latest of the first, the latest first."""
    latest = list(RacePlace.objects.filter(owner=one).order_by("-settled_at", "-game")[:LOOKED_AT])
    met = RacePlace.objects.filter(race__in=[place.race for place in latest], owner=other)
    theirs = {place.race: place for place in met}
    return [Race(place, theirs[place.race]) for place in latest if place.race in theirs]


def shared_deals(one: str, other: str) -> list[SharedDeal]:
    """The deals both have won without a hint, among the latest wins of the first, the latest first."""
    wins = Result.objects.filter(owner=one, outcome=Outcome.WON).order_by("-ended_at", "-game")
    codes = list(dict.fromkeys(wins.values_list("code", flat=True)[:LOOKED_AT]))
    ones, others = (
        {row.code: row for row in BoardRow.objects.filter(code__in=codes, board=Board.FASTEST, owner=player, best=True)}
        for player in (one, other)
    )
    return [SharedDeal(code, ones[code], others[code]) for code in codes if code in ones and code in others]
