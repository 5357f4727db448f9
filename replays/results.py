"""Follows the log: games, results and board rows, written in the transaction of the event that causes them.

Each function here is called on the writer's thread with the append's own connection. One that raises undoes that
append, and no other.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import copy

from django.db import connection
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from replays import boards, places, race_places, tallies, wins
from replays.folds import game_row, result_row
from replays.models import ATTEMPTS, DealCount, Game, Outcome, RacePlace, Result
from solitaire.daily.models import Attempt
from solitaire.daily.rows import REVEALED, DayOver
from solitaire.live.sight import facts_of
from solitaire.live.table import TableState
from solitaire.log import milestones, statements
from solitaire.log.event import Event
from solitaire.races import conduct
from solitaire.races.rows import SETTLED, after
from solitaire.races.settled import SettledRace
from solitaire.rules.deals import Deal


def listen() -> None:
    """Be told of every milestone that changes what is derived."""
    milestones.listen("game-dealt", dealt)
    milestones.listen("game-begun", begun)
    milestones.listen("game-ended", ended)
    milestones.listen("game-reopened", reopened)
    milestones.listen("player-absorbed", absorbed)
    milestones.listen(SETTLED, settled)
    milestones.listen(REVEALED, revealed)
    milestones.listen(conduct.REVIEWED, reviewed)


def dealt(state: TableState, events: Sequence[Event]) -> None:
    """A game has been dealt: it belongs to its player, or to the account that has brought that player's games along.

    One whose race keeps the deck secret is written down as hidden, and nothing else is derived from it; from one for
    practice, whether it was a first attempt.
    """
    game = game_row(state, owner_of(state.player), facts_of(state.part).hidden)
    if game.hidden and not game.practice:
        statements.insert(game)
        return
    earliest = statements.first(
        "SELECT dealt_at, id FROM replays_game WHERE owner_id = %s AND deck_key = %s AND (practice OR NOT hidden)"
        " ORDER BY dealt_at, id LIMIT 1",
        game.owner_id,
        game.deck_key,
    )
    game.first = earliest is None or (game.dealt_at, game.id) < tuple(earliest)
    statements.insert(game)
    if game.first and earliest:  # a clock was put back: another attempt is the first no longer
        boards.stand(mark_first(attempts_of(game.owner_id, game.deck_key)), game.owner_id)
    if not game.practice:
        count(game.code, attempts=1, wins=0)


def begun(state: TableState, events: Sequence[Event]) -> None:
    """The first move of a game has been made: from now on it counts, unless it is hidden."""
    statements.execute("UPDATE replays_game SET begun = %s WHERE id = %s", True, state.id)
    tallies.add(kept(state))


def ended(state: TableState, events: Sequence[Event]) -> None:
    """A game has been won, lost or given up, or the site has closed it (a lost one keeps the result it had)."""
    game = state.game
    if game.over:
        statements.execute("UPDATE replays_game SET over = %s WHERE id = %s", True, state.id)
    row = kept(state)
    if state.closed_when_lost:
        # Any other has not counted, and does not.
        for result in Result.objects.filter(pk=state.id, review__in=conduct.FAIR):
            tallies.change(row, None, result)
        return
    if not row.begun and game.position.moves:  # it has ended with its first move
        begun(state, events)
        row.begun = True
    if row.hidden:
        return
    result = result_row(state, row.owner_id, state.last_at, sealed=False, review=conduct.review_of(state.id))
    statements.insert(result)
    tallies.change(row, None, result)
    if result.outcome == Outcome.WON:
        places.take_turns()
        count(result.code, attempts=0, wins=int(counts_as_win(result)))
    if boards.takes(result):
        boards.stand({result.code}, row.owner_id)
        wins.won(result, row.deck_key)


def kept(state: TableState) -> Game:
    """The row of a game as the database has it, where that may be something else than the fold of its stream.

    The row of its owner stays locked, as in `owner_of`: what is counted of one player's games is counted one by one.
    """
    game = game_row(state, "", hidden=False)
    columns = "SELECT owner_id, hidden, begun FROM replays_game WHERE id = %s"
    game.owner_id, game.hidden, game.begun = statements.first(columns, state.id) or ("", True, False)
    lock(game.owner_id)
    return game


def reopened(state: TableState, events: Sequence[Event]) -> None:
    """A lost game has been undone out of: it has no result until it ends again, and counts until then."""
    # Asked at every undo out of a loss, where hardly any result is under review.
    if statements.first("SELECT 1 FROM replays_result WHERE game_id = %s AND review <> %s", state.id, ""):
        tallies.change(kept(state), Result.objects.get(pk=state.id), None)
    statements.execute("DELETE FROM replays_result WHERE game_id = %s", state.id)


def absorbed(state: dict[str, str], events: Sequence[Event]) -> None:
    """An account has brought a guest's games along: first attempts and bests are judged anew over both."""
    places.take_turns()
    account, guest = state["player"], state["guest"]
    brought = Game.objects.filter(owner=guest)
    decks = set(brought.values_list("deck_key", flat=True))
    results = list(Result.objects.filter(owner=guest).values_list("pk", flat=True))
    brought.update(owner=account)
    Result.objects.filter(owner=guest).update(owner=account)
    RacePlace.objects.filter(owner=guest).update(owner=account)
    tallies.merge(account, guest)
    tallies.streaks_anew(account, results)
    attempts = attempts_of(account, *decks)
    mark_first(attempts)
    codes = set(attempts.values_list("code", flat=True))
    boards.stand(codes, guest)
    boards.stand(codes, account)
    wins.judge(guest, decks)
    wins.judge(account, decks)


def settled(state: SettledRace, events: Sequence[Event]) -> None:
    """A race has settled: the games that were hidden until now count, and stand where others do."""
    race = state.race
    if raced := race_places.rows([after(race, events)]):
        statements.insert(*raced)
    show(Game.objects.filter(race=race.id, hidden=True), state.games, race.deal, race.options.sealed)


def revealed(over: DayOver, events: Sequence[Event]) -> None:
    """A day is over: the attempts at its deal count, and stand where other games do."""
    attempts = Attempt.objects.filter(day=over.day.key)
    show(Game.objects.filter(pk__in=attempts.values("game"), hidden=True), over.games, over.day.deal, sealed=False)


def show(rows: QuerySet[Game], states: Sequence[TableState], deal: Deal, sealed: bool) -> None:
    """Have the games of a deal count that were hidden until now: `rows`, which are as `states` says."""
    owners = dict(rows.values_list("pk", "owner_id"))
    if not owners:
        return
    places.take_turns()
    rows.update(hidden=False)
    games = [game for game in states if game.id in owners]
    reviews = conduct.reviews_of(owners)
    ended = [
        result_row(game, owners[game.id], game.ended_at, sealed, reviews.get(game.id, ""))
        for game in games
        if game.ended_at is not None
    ]
    if ended:
        statements.insert(*ended)
    count(deal.code, attempts=len(games), wins=sum(map(counts_as_win, ended)))
    results = {result.game_id: result for result in ended}
    played: defaultdict[str, list[TableState]] = defaultdict(list)
    for game in games:
        played[owners[game.id]].append(game)
    for owner in sorted(played):
        lock(owner)
        for game in played[owner]:
            tallies.add(game_row(game, owner, hidden=False), results.get(game.id))
        boards.stand({deal.code} | mark_first(attempts_of(owner, deal.deck_key)), owner)
        wins.judge(owner, {deal.deck_key})


def reviewed(state: conduct.Reviewed, events: Sequence[Event]) -> None:
    """Something was said of a game's fairness: its result stands on the boards, or not any more, or counts nowhere."""
    places.take_turns()
    for before in Result.objects.filter(pk=state.game).select_related("game"):
        result = copy(before)
        result.review = conduct.review_of(state.game)
        result.save(update_fields=["review"])
        if counts_as_win(result) and not counts_as_win(before):
            count(result.code, attempts=0, wins=1)
        elif counts_as_win(before) and not counts_as_win(result):
            uncount_win(result.code)
        lock(result.owner_id)
        tallies.change(result.game, before, result)
        boards.stand({result.code}, result.owner_id)
        wins.judge(result.owner_id, {result.game.deck_key})


def counts_as_win(result: Result) -> bool:
    """Whether a result counts as a win of its deal; not all of these stand on boards."""
    return result.outcome == Outcome.WON and result.review != "voided"


def count(code: str, attempts: int, wins: int) -> None:
    """Count so many more games of a deal code."""
    found = statements.first(
        "INSERT INTO replays_dealcount (code, attempts, wins) VALUES (%s, %s, %s) ON CONFLICT (code) DO UPDATE"
        " SET attempts = replays_dealcount.attempts + excluded.attempts, wins = replays_dealcount.wins + excluded.wins"
        " RETURNING wins",
        code,
        attempts,
        wins,
    )
    if found and found[0] - wins < boards.COUNTED_FROM <= found[0]:
        boards.begin_counting(code)


def uncount_win(code: str) -> None:
    """Count one win of a deal code less."""
    DealCount.objects.filter(pk=code).update(wins=F("wins") - 1)
    if DealCount.objects.filter(pk=code, wins=boards.COUNTED_FROM - 1).exists():
        boards.end_counting(code)


def attempts_of(owner: str, *decks: str) -> QuerySet[Game]:
    """The attempts of an owner at some decks, but for those that their races hide."""
    return Game.objects.filter(ATTEMPTS, owner=owner, deck_key__in=decks)


def owner_of(player: str) -> str:
    """Whose the games of `player` are now: the account's that has absorbed them, else their own.

    The row stays locked until the transaction ends, so that two processes never judge one player's games at once.
    """
    return lock(player) or player


def lock(player: str) -> str | None:
    """Keep the row of a player until the transaction ends, and tell whose the games are now, where another's."""
    for_update = " FOR UPDATE" if connection.features.has_select_for_update else ""
    found = statements.first("SELECT absorbed_by_id FROM players_player WHERE id = %s" + for_update, player)  # noqa: S608
    return found[0] if found else None


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
    won = Count("pk", filter=Q(result__outcome=Outcome.WON) & ~Q(result__review="voided"))
    played = Game.objects.filter(hidden=False).values("code").annotate(attempts=Count("pk"), wins=won).order_by("code")
    return (DealCount(**deal) for deal in played.iterator())
