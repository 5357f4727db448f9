"""Follows the log: games, results and board rows, written in the transaction of the event that causes them.

Each function here is called on the writer's thread with the append's own connection. One that raises undoes that
append, and no other.
"""

from collections.abc import Iterator, Sequence

from django.db import connection
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from replays import boards
from replays.folds import game_row, result_row
from replays.models import DealCount, Game, Outcome, Result
from solitaire.live.sight import facts_of
from solitaire.live.table import TableState
from solitaire.log import milestones, statements
from solitaire.log.event import Event
from solitaire.races import conduct
from solitaire.races.rows import SETTLED
from solitaire.races.settled import SettledRace


def listen() -> None:
    """Be told of every milestone that changes what is derived."""
    milestones.listen("game-dealt", dealt)
    milestones.listen("game-ended", ended)
    milestones.listen("game-reopened", reopened)
    milestones.listen("player-absorbed", absorbed)
    milestones.listen(SETTLED, settled)
    milestones.listen(conduct.REVIEWED, reviewed)


def dealt(state: TableState, events: Sequence[Event]) -> None:
    """A game has been dealt: it belongs to its player, or to the account that has brought that player's games along.

    One whose race keeps the deck secret is written down as hidden, and nothing else is derived from it.
    """
    game = game_row(state, owner_of(state.player), facts_of(state.race).hidden)
    if game.hidden:
        statements.insert(game)
        return
    earliest = statements.first(
        "SELECT dealt_at, id FROM replays_game WHERE owner_id = %s AND deck_key = %s AND NOT hidden"
        " ORDER BY dealt_at, id LIMIT 1",
        game.owner_id,
        game.deck_key,
    )
    game.first = earliest is None or (game.dealt_at, game.id) < tuple(earliest)
    statements.insert(game)
    if game.first and earliest:  # a clock was put back: another attempt is the first no longer
        boards.stand(mark_first(showing(game.owner_id, game.deck_key)), game.owner_id)
    count(game.code, attempts=1, wins=0)


def ended(state: TableState, events: Sequence[Event]) -> None:
    """A game has been won, lost or given up, or the site has closed it (a lost one keeps the result it had)."""
    game = state.game
    if game.over:
        statements.execute("UPDATE replays_game SET over = %s WHERE id = %s", True, state.id)
    if state.closed_when_lost:
        return
    owner, hidden = statements.first("SELECT owner_id, hidden FROM replays_game WHERE id = %s", state.id) or ("", False)
    if hidden:
        return
    result = result_row(state, owner, state.last_at, sealed=False, review=conduct.review_of(state.id))
    statements.insert(result)
    if result.outcome == Outcome.WON:
        count(result.code, attempts=0, wins=int(counts(result)))
    if boards.takes(result):
        boards.stand({result.code}, owner)


def reopened(state: TableState, events: Sequence[Event]) -> None:
    """A lost game has been undone out of: it has no result until it ends again."""
    statements.execute("DELETE FROM replays_result WHERE game_id = %s", state.id)


def absorbed(state: dict[str, str], events: Sequence[Event]) -> None:
    """An account has brought a guest's games along: first attempts and bests are judged anew over both."""
    account, guest = state["player"], state["guest"]
    brought = Game.objects.filter(owner=guest)
    decks = set(brought.values_list("deck_key", flat=True))
    brought.update(owner=account)
    Result.objects.filter(owner=guest).update(owner=account)
    attempts = showing(account, *decks)
    mark_first(attempts)
    codes = set(attempts.values_list("code", flat=True))
    boards.stand(codes, guest)
    boards.stand(codes, account)


def settled(state: SettledRace, events: Sequence[Event]) -> None:
    """A race has settled: the games that were hidden until now count, and stand where others do."""
    rows = Game.objects.filter(race=state.race.id, hidden=True)
    owners = dict(rows.values_list("pk", "owner_id"))
    if not owners:
        return
    rows.update(hidden=False)
    games = [game for game in state.games if game.id in owners]
    sealed, deal = state.race.options.sealed, state.race.deal
    reviews = conduct.reviews_of(owners)
    ended = [
        result_row(game, owners[game.id], game.ended_at, sealed, reviews.get(game.id, ""))
        for game in games
        if game.ended_at is not None
    ]
    if ended:
        statements.insert(*ended)
    count(deal.code, attempts=len(games), wins=sum(map(counts, ended)))
    for owner in sorted(set(owners.values())):
        boards.stand({deal.code} | mark_first(showing(owner, deal.deck_key)), owner)


def reviewed(state: conduct.Reviewed, events: Sequence[Event]) -> None:
    """Something was said of a game's fairness: its result stands on the boards, or not any more, or counts nowhere."""
    for result in Result.objects.filter(pk=state.game):
        counted = counts(result)
        result.review = conduct.review_of(state.game)
        result.save(update_fields=["review"])
        if counts(result) != counted:
            DealCount.objects.filter(pk=result.code).update(wins=F("wins") + (counts(result) - counted))
        boards.stand({result.code}, result.owner_id)


def counts(result: Result) -> bool:
    """Whether a result counts as a win (`WINS`)."""
    return result.outcome == Outcome.WON and result.review != "voided"


def count(code: str, attempts: int, wins: int) -> None:
    """Count so many more games of a deal code."""
    statements.execute(
        "INSERT INTO replays_dealcount (code, attempts, wins) VALUES (%s, %s, %s) ON CONFLICT (code) DO UPDATE"
        " SET attempts = replays_dealcount.attempts + excluded.attempts, wins = replays_dealcount.wins + excluded.wins",
        code,
        attempts,
        wins,
    )


def showing(owner: str, *decks: str) -> QuerySet[Game]:
    """The attempts of an owner at some decks, but for those that are hidden."""
    return Game.objects.filter(owner=owner, deck_key__in=decks, hidden=False)


def owner_of(player: str) -> str:
    """Whose the games of `player` are now: the account's that has absorbed them, else their own.

    The row stays locked until the transaction ends, so that two processes never judge one player's games at once.
    """
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    found = statements.first("SELECT absorbed_by_id FROM players_player WHERE id = %s" + lock, player)  # noqa: S608
    return (found and found[0]) or player


def first_of(attempts: QuerySet[Game]) -> QuerySet[Game]:
    """Of `attempts`, which hold all or none of an owner's at a deck that show, the first of each owner at each deck."""
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
    won = Count("pk", filter=Q(result__outcome=Outcome.WON) & ~Q(result__review="voided"))
    played = Game.objects.filter(hidden=False).values("code").annotate(attempts=Count("pk"), wins=won).order_by("code")
    return (DealCount(**deal) for deal in played.iterator())
