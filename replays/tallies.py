"""What each player has done: kept counts under each way to play and on each deal, and wins in a row.

A game counts once it has a first move, unless it is hidden, or an operator has to look at it or found it unfair; how it
ended counts once it is over, which a lost game is not before it is closed. Each function that changes rows is called on
the writer's thread, in the transaction of the event that changes what counts, and costs the same however much somebody
has played.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import Final

from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce

from replays.batches import BATCH, batches
from replays.models import Game, Outcome, PlayerDeal, PlayerWay, Result
from solitaire.log import statements
from solitaire.races.conduct import FAIR

COUNTS: Final = Q(begun=True, hidden=False) & (Q(result__isnull=True) | Q(result__review__in=FAIR))
"""Games that count."""
NEVER: Final = 2**62
"""Later than any moment."""
WAY: Final = ("owner", "family", "draw", "ruleset")
COUNTED: Final = ("played", "ended", "won", "timed", "timed_ms")
"""What is counted under each way, in the order of `_count_way`."""


def counts(game: Game, result: Result | None) -> bool:
    """Whether a game, which has that result, counts."""
    return game.begun and not game.hidden and (result is None or result.review in FAIR)


def tally(game: Game, result: Result | None) -> tuple[PlayerWay, PlayerDeal]:
    """What one game adds to the rows of its owner; not saved."""
    counted = counts(game, result)
    result = result if game.over else None
    won = counted and result is not None and result.outcome == Outcome.WON
    timed = won and result is not None and not result.review
    best = timed and result is not None and not result.hinted
    way = PlayerWay(
        owner_id=game.owner_id,
        family=game.family,
        draw=game.draw,
        ruleset=game.ruleset,
        played=int(counted),
        ended=int(counted and result is not None),
        won=int(won),
        timed=int(timed),
        timed_ms=result.time_ms if timed and result else 0,
        best_ms=result.time_ms if best and result else None,
        best_game=game.pk if best else "",
    )
    return way, PlayerDeal(owner_id=game.owner_id, code=game.code, played=int(counted), won=int(won))


def change(game: Game, before: Result | None, after: Result | None) -> None:
    """A game that has counted, or not, with the result `before` has the result `after`."""
    replace(tally(game, before), tally(game, after))
    if before and before.streak is not None:
        take_out(before)
    if after and game.over and counts(game, after):
        take_in(after)


def add(game: Game, result: Result | None = None) -> None:
    """A game counts from now on, where it does."""
    nothing = Game(owner_id=game.owner_id, family=game.family, draw=game.draw, ruleset=game.ruleset, code=game.code)
    replace(tally(nothing, None), tally(game, result))
    if result and game.over and counts(game, result):
        take_in(result)


def replace(before: tuple[PlayerWay, PlayerDeal], after: tuple[PlayerWay, PlayerDeal]) -> None:
    """Count a game as `after` that has been counted as `before`."""
    (way_before, deal_before), (way, deal) = before, after
    _count_way(way, *(getattr(way, name) - getattr(way_before, name) for name in COUNTED))
    _count_deal(deal, deal.played - deal_before.played, deal.won - deal_before.won)
    if way_before.best_game and way_before.best_game != way.best_game:
        _best_anew(way)


_COUNT_WAY: Final = (
    "INSERT INTO replays_playerway AS kept"
    " (owner_id, family, draw, ruleset, played, ended, won, timed, timed_ms, best_ms, best_game)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (owner_id, family, draw, ruleset) DO UPDATE SET"
    " played = kept.played + excluded.played, ended = kept.ended + excluded.ended, won = kept.won + excluded.won,"
    " timed = kept.timed + excluded.timed, timed_ms = kept.timed_ms + excluded.timed_ms,"
    " best_ms = CASE WHEN excluded.best_ms IS NOT NULL AND (kept.best_ms IS NULL"
    " OR (excluded.best_ms, excluded.best_game) < (kept.best_ms, kept.best_game))"
    " THEN excluded.best_ms ELSE kept.best_ms END,"
    " best_game = CASE WHEN excluded.best_ms IS NOT NULL AND (kept.best_ms IS NULL"
    " OR (excluded.best_ms, excluded.best_game) < (kept.best_ms, kept.best_game))"
    " THEN excluded.best_game ELSE kept.best_game END"
)


def _count_way(way: PlayerWay, played: int, *more: int) -> None:
    """Add to a player's row what is `COUNTED`."""
    if not (played or any(more)):
        return
    statements.execute(
        _COUNT_WAY,
        *(way.owner_id, way.family, way.draw, way.ruleset),
        *(played, *more, way.best_ms, way.best_game),
    )
    if played < 0:
        statements.execute("DELETE FROM replays_playerway WHERE owner_id = %s AND played = 0", way.owner_id)


def _count_deal(deal: PlayerDeal, played: int, won: int) -> None:
    if not (played or won):
        return
    statements.execute(
        "INSERT INTO replays_playerdeal (owner_id, code, played, won) VALUES (%s, %s, %s, %s) ON CONFLICT"
        " (owner_id, code) DO UPDATE SET played = replays_playerdeal.played + excluded.played,"
        " won = replays_playerdeal.won + excluded.won",
        *(deal.owner_id, deal.code, played, won),
    )
    if played < 0:
        statements.execute(
            "DELETE FROM replays_playerdeal WHERE owner_id = %s AND code = %s AND played = 0", deal.owner_id, deal.code
        )


def _best_anew(way: PlayerWay) -> None:
    """The best win does not count any more, which is rare: look through the player's wins for the next best."""
    wins = Result.objects.filter(owner=way.owner_id, outcome=Outcome.WON, hinted=False, review="", game__begun=True)
    wins = wins.filter(game__family=way.family, game__draw=way.draw, game__ruleset=way.ruleset)
    best_ms, best_game = wins.order_by("time_ms", "game").values_list("time_ms", "game").first() or (None, "")
    rows = PlayerWay.objects.filter(owner=way.owner_id, family=way.family, draw=way.draw, ruleset=way.ruleset)
    rows.update(best_ms=best_ms, best_game=best_game)


def merge(account: str, guest: str) -> None:
    """An account has brought a guest's games along, which are the account's already."""
    for way in list(PlayerWay.objects.filter(owner=guest)):
        way.owner_id = account
        _count_way(way, *(getattr(way, name) for name in COUNTED))
    PlayerWay.objects.filter(owner=guest).delete()
    for deal in list(PlayerDeal.objects.filter(owner=guest)):
        deal.owner_id = account
        _count_deal(deal, deal.played, deal.won)
    PlayerDeal.objects.filter(owner=guest).delete()


# --- wins in a row ---


def take_in(result: Result) -> None:
    """A result counts from now on: give it its place in the row, and those behind it theirs."""
    before = _before(result)
    won = result.outcome == Outcome.WON
    result.streak = before + 1 if won else 0
    statements.execute("UPDATE replays_result SET streak = %s WHERE game_id = %s", result.streak, result.game_id)
    _shift(result, 1 if won else -before)


def take_out(result: Result) -> None:
    """A result counts no more, or is about to go: close the row behind it."""
    won = result.outcome == Outcome.WON
    statements.execute("UPDATE replays_result SET streak = NULL WHERE game_id = %s", result.game_id)
    _shift(result, -1 if won else _before(result))


def _before(result: Result) -> int:
    """How many games in a row the owner had won before a result."""
    found = statements.first(
        "SELECT streak FROM replays_result WHERE owner_id = %s AND streak IS NOT NULL"
        " AND (ended_at, game_id) < (%s, %s) ORDER BY ended_at DESC, game_id DESC LIMIT 1",
        *(result.owner_id, result.ended_at, result.game_id),
    )
    return found[0] if found else 0


def _shift(result: Result, by: int) -> None:
    """Add to the rest of the row that a result, which mostly is the latest, stands in or before."""
    if not by:
        return
    loss = statements.first(
        "SELECT ended_at, game_id FROM replays_result WHERE owner_id = %s AND streak = 0"
        " AND (ended_at, game_id) > (%s, %s) ORDER BY ended_at, game_id LIMIT 1",
        *(result.owner_id, result.ended_at, result.game_id),
    )
    until = tuple(loss) if loss else (NEVER, "")
    statements.execute(
        "UPDATE replays_result SET streak = streak + %s WHERE owner_id = %s AND streak > 0"
        " AND (ended_at, game_id) > (%s, %s) AND (ended_at, game_id) < (%s, %s)",
        *(by, result.owner_id, result.ended_at, result.game_id),
        *until,
    )


def streaks_anew(owner: str, brought: Collection[str]) -> None:
    """Results among an owner's (by game) have come from elsewhere: reckon the rows anew from the first of them on."""
    theirs = (Result.objects.filter(pk__in=some, streak__isnull=False) for some in batches(brought, BATCH))
    firsts = [first for some in theirs if (first := some.order_by("ended_at", "game").first())]
    if not firsts:
        return
    first = min(firsts, key=lambda result: (result.ended_at, result.game_id))
    since = Result.objects.filter(owner=owner, streak__isnull=False).filter(
        Q(ended_at__gt=first.ended_at) | Q(ended_at=first.ended_at, game__gte=first.game_id)
    )
    results = list(since.order_by("ended_at", "game").only("game", "owner", "ended_at", "outcome", "streak"))
    Result.objects.bulk_update(list(in_turn(results, _before(first))), ["streak"], batch_size=500)


def in_turn(results: Iterable[Result], streak: int = 0) -> Iterator[Result]:
    """Those of one owner's `results`, in the order they ended, whose row is another, with the right one."""
    for result in results:
        streak = streak + 1 if result.outcome == Outcome.WON else 0
        if result.streak != streak:
            result.streak = streak
            yield result


# --- the same, from all games ---


def ways() -> Iterator[PlayerWay]:
    """What each player has done under each way to play, counted anew; not saved."""
    won = Q(result__outcome=Outcome.WON)
    timed = won & Q(result__review="")
    counted = Game.objects.filter(COUNTS).values(*WAY).order_by(*WAY)
    counted = counted.annotate(
        played=Count("pk"),
        ended=Count("result", filter=Q(over=True)),
        won=Count("pk", filter=won),
        timed=Count("pk", filter=timed),
        timed_ms=Coalesce(Sum("result__time_ms", filter=timed), 0),
    )
    for some in batches(counted.iterator(), BATCH):
        best = _best({row["owner"] for row in some})
        for row in some:
            owner, family, draw, ruleset = (row.pop(name) for name in WAY)
            best_ms, best_game = best.get((owner, family, draw, ruleset), (None, ""))
            yield PlayerWay(
                owner_id=owner,
                family=family,
                draw=draw,
                ruleset=ruleset,
                best_ms=best_ms,
                best_game=best_game,
                **row,
            )


def _best(owners: Iterable[str]) -> dict[tuple[str, ...], tuple[int, str]]:
    wins = Result.objects.filter(owner__in=owners, outcome=Outcome.WON, hinted=False, review="", game__begun=True)
    found: dict[tuple[str, ...], tuple[int, str]] = {}
    keys = ("owner", "game__family", "game__draw", "game__ruleset")
    for *key, time_ms, game in wins.order_by("time_ms", "game").values_list(*keys, "time_ms", "game").iterator():
        found.setdefault(tuple(key), (time_ms, game))
    return found


def deals() -> Iterator[PlayerDeal]:
    """How often each player has played and won each deal code, counted anew; not saved."""
    counted = Game.objects.filter(COUNTS).values("owner", "code").order_by("owner", "code")
    counted = counted.annotate(played=Count("pk"), won=Count("pk", filter=Q(result__outcome=Outcome.WON)))
    rows = counted.values_list("owner", "code", "played", "won").iterator()
    return (PlayerDeal(owner_id=owner, code=code, played=played, won=won) for owner, code, played, won in rows)


def streaks() -> Iterator[Result]:
    """The results whose wins in a row are not what they should be, with what they should be; not saved."""
    owners = list(Result.objects.order_by("owner").values_list("owner", flat=True).distinct())
    for some in batches(owners, BATCH):  # read whole before it is given out: the results may be written meanwhile
        yield from list(_streaks_of(some))


def _streaks_of(owners: Iterable[str]) -> Iterator[Result]:
    results = Result.objects.filter(owner__in=owners).only("game", "owner", "ended_at", "outcome", "streak")
    counts = {"review__in": FAIR, "game__begun": True, "game__over": True}
    counted = results.filter(**counts).order_by("owner", "ended_at", "game")
    for _, of_one in groupby(counted, key=lambda result: result.owner_id):
        yield from in_turn(of_one)
    for result in results.exclude(**counts).exclude(streak=None):
        result.streak = None
        yield result


def rebuild() -> None:
    """Write all of it, of which nothing is there."""
    for some_ways in batches(ways(), BATCH):
        PlayerWay.objects.bulk_create(some_ways)
    for some_deals in batches(deals(), BATCH):
        PlayerDeal.objects.bulk_create(some_deals)
    for results in batches(streaks(), BATCH):
        Result.objects.bulk_update(results, ["streak"])
