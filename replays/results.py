"""Follows the log: games, results and board rows, written in the transaction of the event that causes them.

Each function here is called on the writer's thread with the append's own connection. One that raises undoes that
append, and no other.
"""

from collections.abc import Iterator, Sequence

from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from replays import boards
from replays.folds import game_row, result_row
from replays.models import DealCount, Game, Outcome, Result
from solitaire.live.table import TableState
from solitaire.log import milestones
from solitaire.log.event import Event
from solitaire.players.models import Player


def listen() -> None:
    """Be told of every milestone that changes what is derived."""
    milestones.listen("game-dealt", dealt)
    milestones.listen("game-ended", ended)
    milestones.listen("game-reopened", reopened)
    milestones.listen("player-absorbed", absorbed)


def dealt(state: TableState, events: Sequence[Event]) -> None:
    """A game has been dealt: it belongs to its player, or to the account that has brought that player's games along."""
    game = game_row(state, owner_of(state.player))
    attempts = Game.objects.filter(owner=game.owner_id, deck_key=game.deck_key)
    earliest = attempts.order_by("dealt_at", "id").values_list("dealt_at", "id").first()
    game.first = earliest is None or (game.dealt_at, game.id) < earliest
    game.save(force_insert=True)
    if game.first and earliest:  # a clock was put back: another attempt is the first no longer
        boards.stand(mark_first(attempts), game.owner_id)
    if not DealCount.objects.filter(code=game.code).update(attempts=F("attempts") + 1):
        DealCount.objects.create(code=game.code, attempts=1)


def ended(state: TableState, events: Sequence[Event]) -> None:
    """A game has been won, lost or given up, or the site has closed it (a lost one keeps the result it had)."""
    rows = Game.objects.filter(pk=state.id)
    owner = rows.values_list("owner", flat=True).get()
    if state.game.over:
        rows.update(over=True)
    if state.game.closed and state.game.status == "lost":
        return
    result = result_row(state, owner, state.last_at)
    result.save(force_insert=True)
    if result.outcome == Outcome.WON:
        DealCount.objects.filter(code=result.code).update(wins=F("wins") + 1)
        boards.stand({result.code}, owner)


def reopened(state: TableState, events: Sequence[Event]) -> None:
    """A lost game has been undone out of: it has no result until it ends again."""
    Result.objects.filter(game=state.id).delete()


def absorbed(state: dict[str, str], events: Sequence[Event]) -> None:
    """An account has brought a guest's games along: first attempts and bests are judged anew over both."""
    account, guest = state["player"], state["guest"]
    brought = Game.objects.filter(owner=guest)
    decks = set(brought.values_list("deck_key", flat=True))
    brought.update(owner=account)
    Result.objects.filter(owner=guest).update(owner=account)
    attempts = Game.objects.filter(owner=account, deck_key__in=decks)
    mark_first(attempts)
    codes = set(attempts.values_list("code", flat=True))
    boards.stand(codes, guest)
    boards.stand(codes, account)


def owner_of(player: str) -> str:
    """Whose the games of `player` are now: the account's that has absorbed them, else their own.

    The row stays locked until the transaction ends, so that two processes never judge one player's games at once.
    """
    absorbed_by = Player.objects.select_for_update().values_list("absorbed_by", flat=True).get(pk=player)
    return absorbed_by or player


def first_of(attempts: QuerySet[Game]) -> QuerySet[Game]:
    """Of `attempts`, which hold all or none of an owner's at a deck, the first of each owner at each deck."""
    in_turn = Window(RowNumber(), partition_by=[F("owner"), F("deck_key")], order_by=[F("dealt_at"), F("id")])
    return attempts.annotate(turn=in_turn).filter(turn=1)


def mark_first(attempts: QuerySet[Game]) -> set[str]:
    """Mark the first of each owner's attempts at each deck, and it alone; the codes of those that were until now."""
    first = list(first_of(attempts).values_list("pk", flat=True))
    no_longer = attempts.filter(first=True).exclude(pk__in=first)
    codes = set(no_longer.values_list("code", flat=True))
    no_longer.update(first=False)
    attempts.filter(pk__in=first, first=False).update(first=True)
    return codes


def count_deals() -> Iterator[DealCount]:
    """How often each deal code has been played and won, counted anew; not saved."""
    won = Count("pk", filter=Q(result__outcome=Outcome.WON))
    for code, attempts, wins in Game.objects.values_list("code").annotate(Count("pk"), won).order_by("code").iterator():
        yield DealCount(code=code, attempts=attempts, wins=wins)
