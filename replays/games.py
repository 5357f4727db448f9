"""Lists of games, each by one index and bounded: of a deal, of a player, going on, won.

Hidden games, those of races that keep their deck secret, of days that are not over and for practice, are in no list by
which a deal is looked up, and of a player's games only the player is shown them, those of races and days without the
code.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from replays.keyset import Keyset, Page, page
from replays.models import COUNTS, DealCount, Game, Outcome, Result
from solitaire.ids import could_be_id
from solitaire.races.conduct import FAIR

PAGE = 25
NEWEST = Keyset(("dealt_at", "id"), numbers=1, falling=True)
LATEST = Keyset(("ended_at", "game_id"), numbers=1, falling=True)


def find(game_id: str) -> Game | None:
    """The game of that id, whatever text it is, with its player and result; None where there is none."""
    return with_result(Game.objects.filter(pk=game_id)).first() if could_be_id(game_id) else None


def of_deal(code: str, after: str | None = None, size: int = PAGE) -> Page[Game]:
    """Games of a deal code with their results, newest first. Raises `BadCursor`."""
    return page(with_result(Game.objects.filter(code=code, hidden=False)), NEWEST, after, size)


def of_player(player: str, viewer: str | None, after: str | None = None, size: int = PAGE) -> Page[Game]:
    """A player's games with their results, newest first, as `viewer` may know of them. Raises `BadCursor`."""
    games = with_result(Game.objects.filter(owner=player))
    return page(games if viewer == player else games.filter(hidden=False), NEWEST, after, size)


def unfinished(player: str, size: int) -> list[Game]:
    """The games a player can go on with, newest first."""
    return list(with_result(Game.objects.filter(owner=player, over=False)).order_by(*NEWEST.order())[:size])


def going_on(size: int) -> list[Game]:
    """The games that are not over, those of secret races too, dealt last first; some may have been left.

    Practice is nobody else's business, nor is an attempt at the deal of the day before that is over.
    """
    shown = Game.objects.filter(Q(day="") | Q(hidden=False), over=False, practice=False).select_related("owner")
    return list(shown.order_by(*NEWEST.order())[:size])


def wins_of_player(player: str, size: int) -> list[Result]:
    """A player's latest wins."""
    return latest(Result.objects.filter(COUNTS, owner=player), size)


def latest_wins(size: int) -> list[Result]:
    """The latest wins of all players, but for those that an operator has to look at."""
    return latest(Result.objects.filter(review__in=FAIR), size)


def most_played(size: int) -> list[DealCount]:
    """The deal codes with the most attempts."""
    return list(DealCount.objects.order_by("-attempts", "code")[:size])


def counts(code: str) -> DealCount:
    """How often a deal code has been played and won so far."""
    return DealCount.objects.filter(code=code).first() or DealCount(code=code)


@dataclass(frozen=True)
class Attempts:
    """How many games a player has been dealt, and how many of them they have won."""

    made: int
    won: int


def attempts_at(player: str, code: str, deck_key: str) -> Attempts:
    """What a player has done on the deal `code`, whose cards are `deck_key`."""
    mine = Game.objects.filter(owner=player, deck_key=deck_key, code=code, hidden=False)
    won = Count("pk", filter=Q(result__outcome=Outcome.WON) & ~Q(result__review="voided"))
    return Attempts(**mine.aggregate(made=Count("pk"), won=won))


def unfinished_at(player: str, code: str, deck_key: str) -> Game | None:
    """The game on the deal `code`, whose cards are `deck_key`, that a player can go on with: the one dealt last."""
    mine = Game.objects.filter(owner=player, deck_key=deck_key, code=code, over=False, hidden=False)
    return mine.order_by(*NEWEST.order()).first()


def of_deck(player: str, code: str, deck_key: str, size: int) -> list[Game]:
    """A player's games on the deal `code`, whose cards are `deck_key`, with their results, newest first."""
    mine = Game.objects.filter(owner=player, deck_key=deck_key, code=code, hidden=False)
    return list(with_result(mine).order_by(*NEWEST.order())[:size])


def these(ids: Collection[str]) -> list[Game]:
    """The games of these ids that show, with their results, in that order."""
    found = with_result(Game.objects.filter(pk__in=ids, hidden=False)).in_bulk()
    return [found[game_id] for game_id in ids if game_id in found]


def with_result(games: QuerySet[Game]) -> QuerySet[Game]:
    """`games` with their players and results in the same query."""
    return games.select_related("owner", "result")


def latest(results: QuerySet[Result], size: int) -> list[Result]:
    """The latest wins among `results`, with game and player."""
    won = results.filter(outcome=Outcome.WON).select_related("game", "owner")
    return list(won.order_by(*LATEST.order())[:size])
