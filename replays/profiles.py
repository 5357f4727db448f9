"""What a player's page tells: what they have done, and what is found by one index each, however much they have played.

What of it somebody may see, `solitaire.players.privacy` says; whoever shows it has to ask.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from replays.keyset import Keyset, Page, page
from replays.models import PlayerDeal, PlayerWay, RacePlace, Result
from solitaire.players.models import Follow

FAVOURITES = 5
RACES = 6
FOLLOWED_PAGE = 50
COUNTED = 1000
"""Followers are counted up to so many, and called more than that beyond."""
LATEST_FOLLOWED = Keyset(("since", "followed_id"), numbers=1, falling=True)
LATEST_FOLLOWERS = Keyset(("since", "follower_id"), numbers=1, falling=True)


@dataclass(frozen=True)
class Figures:
    """A player's figures: each way they have played, the one they play most first, and all of it together.

    `streak` is how many games they have won in a row up to the last one, `best_streak` the most ever.
    """

    ways: list[PlayerWay]
    played: int
    ended: int
    won: int
    streak: int
    best_streak: int

    @property
    def unfinished(self) -> int:
        """Games that have begun, and are not over."""
        return self.played - self.ended


def figures_of(player: str) -> Figures:
    """The figures of a player: some rows for all the ways there are, and two look-ups."""
    ways = sorted(PlayerWay.objects.filter(owner=player), key=lambda way: -way.played)
    return Figures(
        ways=ways,
        played=sum(way.played for way in ways),
        ended=sum(way.ended for way in ways),
        won=sum(way.won for way in ways),
        streak=_first(counted(player).order_by("-ended_at", "-game")),
        best_streak=_first(Result.objects.filter(owner=player, streak__gt=0).order_by("-streak")),
    )


def counted(player: str) -> QuerySet[Result]:
    """The results of a player that count."""
    return Result.objects.filter(owner=player, streak__isnull=False)


def _first(results: QuerySet[Result]) -> int:
    return results.values_list("streak", flat=True).first() or 0


def favourites(player: str, size: int = FAVOURITES) -> list[PlayerDeal]:
    """The deals a player has played most, more than once each."""
    return list(PlayerDeal.objects.filter(owner=player, played__gt=1).order_by("-played", "code")[:size])


def races_of(player: str, size: int = RACES) -> list[RacePlace]:
    """A player's latest races that have settled, with where they came."""
    return list(RacePlace.objects.filter(owner=player).order_by("-settled_at", "-game")[:size])


@dataclass(frozen=True)
class Follows:
    """How many a player follows, and how many follow them: `COUNTED` at most, `more` where there are more."""

    following: int
    followers: int
    more: bool


def follows_of(player: str) -> Follows:
    """Whom a player follows and is followed by, in numbers."""
    followers = Follow.objects.filter(followed=player)[: COUNTED + 1].count()
    return Follows(Follow.objects.filter(follower=player).count(), min(followers, COUNTED), followers > COUNTED)


def following(player: str, after: str | None = None) -> Page[Follow]:
    """Whom a player follows, the latest first. Raises `BadCursor`."""
    return page(
        Follow.objects.filter(follower=player).select_related("followed"), LATEST_FOLLOWED, after, FOLLOWED_PAGE
    )


def followers(player: str, after: str | None = None) -> Page[Follow]:
    """Who follows a player, the latest first. Raises `BadCursor`."""
    rows = Follow.objects.filter(followed=player).select_related("follower")
    return page(rows, LATEST_FOLLOWERS, after, FOLLOWED_PAGE)


def by_way(ways: Iterable[PlayerWay]) -> dict[tuple[str, int, str], PlayerWay]:
    """Ways by what names them."""
    return {(way.family, way.draw, way.ruleset): way for way in ways}
