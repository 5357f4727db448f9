"""Decks won, as the boards of the whole site count them.

A deck counts once a player, whatever the code: by the first game of theirs that won it, on the day on which that ended.
Only decks of kinds 1 and 2 count, which nobody has laid out; a game with a hint in it, or one that its pace keeps off
the boards, does not. So what a player has won before brings them nothing again, neither this week nor ever.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from django.db.models import Count, F, Window
from django.db.models.functions import RowNumber

from replays.boards import STANDS, STANDS_IN_SQL, STANDS_VALUES
from replays.calendar import Period, day_of, periods
from replays.models import DeckWin, PlaceCount, Result, WinStreak, WinTally
from replays.places import Bucket, bucket_of, move
from solitaire.log import statements

STREAKS = "streaks"
"""What the board of streaks is called where its buckets are counted; that of a period has the period's name."""

Changes: TypeAlias = Counter[Bucket]
"""How many more rows stand in buckets."""

KINDS = ("1", "2")
"""The kinds of decks that count: the third character of a code."""

_COUNTED = "SELECT game_id, ended_at FROM replays_deckwin WHERE owner_id = %s AND deck_key = %s"
_FIRST_WIN = f"""
    SELECT result.game_id, result.ended_at FROM replays_game AS game
    JOIN replays_result AS result ON result.game_id = game.id
    WHERE game.owner_id = %s AND game.deck_key = %s AND NOT game.hidden AND substr(game.code, 3, 1) IN ('1', '2')
    AND {STANDS_IN_SQL} ORDER BY result.ended_at, result.game_id LIMIT 1
"""  # noqa: S608
_ADD = """
    INSERT INTO replays_wintally (period, owner_id, ranked, reached_at)
    VALUES (%s, %s, -1, %s), (%s, %s, -1, %s), (%s, %s, -1, %s)
    ON CONFLICT (period, owner_id) DO UPDATE SET ranked = replays_wintally.ranked - 1, reached_at = CASE
    WHEN excluded.reached_at > replays_wintally.reached_at THEN excluded.reached_at
    ELSE replays_wintally.reached_at END
    RETURNING period, ranked
"""


def won(result: Result, deck: str) -> None:
    """A game that stands on boards has won `deck` (by key)."""
    if result.code[2] not in KINDS:
        return
    counted = statements.first(_COUNTED, result.owner_id, deck)
    if counted is None:  # no other win counts, then
        win = DeckWin(owner_id=result.owner_id, deck_key=deck, game_id=result.game_id, ended_at=result.ended_at)
        move(_changed(result.owner_id, [], [win]))
    elif (result.ended_at, result.game_id) < (counted[1], counted[0]):  # a clock was put back
        judge(result.owner_id, {deck})


def judge(owner: str, decks: Collection[str]) -> None:
    """Make what counts for `owner` at `decks` (by key) what their results say."""
    gone: list[int] = []
    new: list[DeckWin] = []
    for deck in sorted(decks):
        counted = statements.first(_COUNTED, owner, deck)
        found = statements.first(_FIRST_WIN, owner, deck, *STANDS_VALUES)
        if counted == found:
            continue
        if counted:
            statements.execute("DELETE FROM replays_deckwin WHERE owner_id = %s AND deck_key = %s", owner, deck)
            gone.append(counted[1])
        if found:
            new.append(DeckWin(owner_id=owner, deck_key=deck, game_id=found[0], ended_at=found[1]))
    if gone or new:
        move(_changed(owner, gone, new))


# --- some more, or some less ---


def _changed(owner: str, gone: Sequence[int], new: Sequence[DeckWin]) -> Changes:
    """Count without the decks won at `gone`, whose rows are deleted, and with `new`; how the buckets change.

    At least one of the two is not empty.
    """
    changes: Changes = Counter()
    if gone:
        _recount(owner, {period for at in gone for period in periods(at)}, changes)
    for win in new:
        _add(win, changes)
    before, days = _streak_of(owner), sorted(day_of(win.ended_at) for win in new)
    later = not gone and days[0] >= before.run_until
    _keep(owner, before, streak(days, before) if later else _streak_again(owner), changes)
    return changes


def _add(win: DeckWin, changes: Changes) -> None:
    """Count one more deck won, in `changes` too."""
    statements.insert(win)
    values = [value for period in periods(win.ended_at) for value in (period.name, win.owner_id, win.ended_at)]
    for period, ranked in statements.rows(_ADD, *values):
        _moved(changes, period, ranked + 1 or None, ranked)


def _recount(owner: str, among: Collection[Period], changes: Changes) -> None:
    """Count anew what `owner` has won in some periods, in `changes` too."""
    for period in among:
        found = statements.first(
            "SELECT ranked FROM replays_wintally WHERE period = %s AND owner_id = %s", period.name, owner
        )
        statements.execute("DELETE FROM replays_wintally WHERE period = %s AND owner_id = %s", period.name, owner)
        tally = tally_of(owner, period)
        if tally:
            statements.insert(tally)
        _moved(changes, period.name, found[0] if found else None, tally.ranked if tally else None)


def tally_of(owner: str, period: Period) -> WinTally | None:
    """How many decks `owner` has won in a period, counted; not saved."""
    wins = DeckWin.objects.filter(owner=owner)
    if period.begins is not None:
        wins = wins.filter(ended_at__gte=period.begins, ended_at__lt=period.ends)
    times = list(wins.order_by("ended_at").values_list("ended_at", flat=True))
    return WinTally(period=period.name, owner_id=owner, ranked=-len(times), reached_at=times[-1]) if times else None


def _moved(changes: Changes, board: str, before: int | None, after: int | None) -> None:
    """A row of a board has another value now, or none."""
    if before is not None:
        changes[Bucket(board, bucket_of(before))] -= 1
    if after is not None:
        changes[Bucket(board, bucket_of(after))] += 1


# --- days in a row ---


class Streak(NamedTuple):
    """The longest run of days, of several the first, with its last day; and the latest run."""

    days: int
    until: int
    run: int
    run_until: int

    def on(self, day: int) -> "Streak":
        """After a win on a day that is not before the latest.

        >>> Streak(1, 7, 1, 7).on(8)
        Streak(days=2, until=8, run=2, run_until=8)
        >>> Streak(2, 8, 2, 8).on(10)
        Streak(days=2, until=8, run=1, run_until=10)
        """
        if day == self.run_until:
            return self
        run = self.run + 1 if day == self.run_until + 1 else 1
        return Streak(run, day, run, day) if run > self.days else Streak(self.days, self.until, run, day)

    def row(self, owner: str) -> WinStreak:
        """Its row; not saved."""
        return WinStreak(owner_id=owner, ranked=-self.days, until=self.until, run=self.run, run_until=self.run_until)


NONE = Streak(days=0, until=-1, run=0, run_until=-2)
"""Of who has won nothing yet."""


def streak(days: Iterable[int], found: Streak = NONE) -> Streak:
    """Of days that rise, or stay, none of them before those of which it is `found` already.

    >>> streak([3, 4, 4, 6, 7, 9])
    Streak(days=2, until=4, run=1, run_until=9)
    """
    for day in days:
        found = found.on(day)
    return found


def _streak_of(owner: str) -> Streak:
    found = statements.first("SELECT -ranked, until, run, run_until FROM replays_winstreak WHERE owner_id = %s", owner)
    return Streak(*found) if found else NONE


def _streak_again(owner: str) -> Streak:
    """From all the days on which `owner` has won a deck."""
    times = DeckWin.objects.filter(owner=owner).order_by("ended_at").values_list("ended_at", flat=True)
    return streak(map(day_of, times.iterator()))


def _keep(owner: str, before: Streak, after: Streak, changes: Changes) -> None:
    """Write another streak, in `changes` too."""
    if before == after:
        return
    if before.days:
        statements.execute("DELETE FROM replays_winstreak WHERE owner_id = %s", owner)
    if after.days:
        statements.insert(after.row(owner))
    if before.days != after.days:
        _moved(changes, STREAKS, -before.days or None, -after.days or None)


# --- all of it anew ---


def deck_wins(owners: Collection[str] | None = None) -> Iterator[DeckWin]:
    """Every deck won that counts, by player and deck, of all players or of some; not saved."""
    wins = Result.objects.filter(STANDS, game__hidden=False, game__code__regex=r"^..[12]")
    if owners is not None:
        wins = wins.filter(owner__in=owners)
    turn = Window(RowNumber(), partition_by=[F("owner"), F("game__deck_key")], order_by=[F("ended_at"), F("game")])
    first = wins.annotate(turn=turn).filter(turn=1).order_by("owner", "game__deck_key")
    for owner, deck, game, ended_at in first.values_list("owner", "game__deck_key", "game", "ended_at").iterator():
        yield DeckWin(owner_id=owner, deck_key=deck, game_id=game, ended_at=ended_at)


def standing(owners: Collection[str] | None = None) -> Iterator[tuple[list[WinTally], WinStreak]]:
    """What follows from the decks won: the tallies and the streak of each player, of all or of some; not saved."""
    wins = DeckWin.objects.all() if owners is None else DeckWin.objects.filter(owner__in=owners)
    times = wins.order_by("owner", "ended_at", "game").values_list("owner", "ended_at").iterator()
    for owner, wins_of_one in groupby(times, key=lambda win: win[0]):
        yield stand_of(owner, [at for _, at in wins_of_one])


def stand_of(owner: str, times: Sequence[int]) -> tuple[list[WinTally], WinStreak]:
    """The tallies and the streak of a player who has won decks at `times`, at least one of them, which rise."""
    numbers: Counter[str] = Counter()
    latest: dict[str, int] = {}
    for at in times:
        for period in periods(at):
            numbers[period.name] += 1
            latest[period.name] = at
    tallies = [
        WinTally(period=name, owner_id=owner, ranked=-number, reached_at=latest[name])
        for name, number in sorted(numbers.items())
    ]
    return tallies, streak(map(day_of, times)).row(owner)


def place_counts() -> Iterator[PlaceCount]:
    """The buckets of the boards of the whole site, counted; not saved."""
    counted: Counter[Bucket] = Counter()
    for period, ranked, number in WinTally.objects.values_list("period", "ranked").annotate(number=Count("owner")):
        counted[Bucket(period, bucket_of(ranked))] += number
    for ranked, number in WinStreak.objects.values_list("ranked").annotate(number=Count("owner")):
        counted[Bucket(STREAKS, bucket_of(ranked))] += number
    for (board, bucket), number in sorted(counted.items()):
        yield PlaceCount(board=board, bucket=bucket, number=number)
