"""The boards of the whole site: who has won the most decks this week, this month and ever, and the longest streaks.

What counts as a deck won, and when, is said in `wins`. The order is total: the number, then who reached it first, then
the lower player id. A place goes by the number alone, so that equal ones share one: 1, 2, 2, 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.db import models
from django.db.models import QuerySet

from replays import calendar, neighbours, places, wins
from replays.calendar import Period
from replays.keyset import Keyset, Page, page
from replays.models import DeckWin, WinStreak, WinTally
from solitaire.daily.day import DAY_MS
from solitaire.live.table import now_ms

PAGE = 50
GAMES = 25
LATEST = Keyset(("ended_at", "game_id"), numbers=1, falling=True)

Row: TypeAlias = WinTally | WinStreak


class SiteBoard(models.TextChoices):
    """What players are ranked by."""

    WEEK = "week"
    MONTH = "month"
    WINS = "wins"
    STREAKS = "streaks"


BY_NUMBER = Keyset(("ranked", "reached_at", "owner_id"), numbers=2)
BY_DAYS = Keyset(("ranked", "until", "owner_id"), numbers=2)


@dataclass(frozen=True)
class Line:
    """A row of a board as it is shown: its place, whose it is, and the number, of decks or of days.

    `since` and `until` bound the wins behind a streak, in milliseconds since 1970; `going_on` says that it may grow.
    """

    place: int
    row: Row
    value: int
    since: int | None = None
    until: int | None = None
    going_on: bool = False

    @property
    def last(self) -> int | None:
        """A moment of the last day of a streak."""
        return None if self.until is None else self.until - DAY_MS


@dataclass(frozen=True)
class SitePage:
    """Lines of a board from the top or after a cursor, and the cursor of the next page (None on the last).

    `period` is the stretch of time whose wins count.
    """

    board: SiteBoard
    period: Period
    lines: list[Line]
    next: str | None


def read(board: SiteBoard, after: str | None = None, size: int = PAGE, at: int | None = None) -> SitePage:
    """A page of one board, of the week or month `at` was in, or of now.

    Raises `BadCursor` where `after` is no cursor of that board.
    """
    now = now_ms() if at is None else at
    shown = page(rows_of(board, now), order_of(board), after, size)
    return SitePage(board, period_of(board, now), with_places(board, shown.rows, now, top=after is None), shown.next)


def around(board: SiteBoard, owner: str, at: int | None = None) -> list[Line]:
    """The row of `owner` on a board with its neighbours above and below; nothing where they have none."""
    now = now_ms() if at is None else at
    model = WinStreak if board is SiteBoard.STREAKS else WinTally
    return with_places(board, neighbours.around(model, *in_sql(board, now), order_of(board), owner), now)


def period_of(board: SiteBoard, now: int) -> Period:
    """The stretch of time whose wins count on a board."""
    match board:
        case SiteBoard.WEEK:
            return calendar.week(now)
        case SiteBoard.MONTH:
            return calendar.month(now)
        case _:
            return calendar.ever()


@dataclass(frozen=True)
class Beside:
    """The week or month before another and the one after it, as far as there are any; `past` says that it is over."""

    before: Period | None
    after: Period | None
    past: bool


def beside(board: SiteBoard, period: Period) -> Beside:
    """What lies before and after a period of a board: back to the first in which anybody won, and on to the present."""
    if period.begins is None or period.ends is None:
        return Beside(None, None, past=False)
    now = now_ms()
    before, after = period_of(board, period.begins - 1), period_of(board, period.ends)
    return Beside(
        before if _began(board, before) else None, after if period.ends <= now else None, past=period.ends <= now
    )


def find(board: SiteBoard, name: str) -> Period | None:
    """The period of that name on a board, present or past; None where there is none."""
    period = calendar.named(name)
    if period is None or period.begins is None or period_of(board, period.begins) != period:
        return None
    return period if period.begins <= now_ms() and (_began(board, period) or not beside(board, period).past) else None


def _began(board: SiteBoard, period: Period) -> bool:
    """Whether anybody had won a deck by the end of a period of a board."""
    first = _first_after("")
    if first is not None and first.begins is not None and period_of(board, first.begins) != first:
        first = _first_after(first.name)  # a month and its weeks have names that sort together
    if first is None or first.begins is None or period.ends is None:
        return False
    return first.begins < period.ends


def _first_after(name: str) -> Period | None:
    """The first week or month, by name, in which anybody has won a deck, of those after a name."""
    found = WinTally.objects.filter(period__gt=name).order_by("period").values_list("period", flat=True).first()
    return calendar.named(found) if found else None


def order_of(board: SiteBoard) -> Keyset:
    """What the rows of a board are sorted by."""
    return BY_DAYS if board is SiteBoard.STREAKS else BY_NUMBER


def rows_of(board: SiteBoard, now: int) -> QuerySet[Row]:
    """All rows of a board, each with its player."""
    if board is SiteBoard.STREAKS:
        return WinStreak.objects.select_related("owner")
    return WinTally.objects.filter(period=period_of(board, now).name).select_related("owner")


def in_sql(board: SiteBoard, now: int) -> tuple[str, list[str]]:
    """All rows of a board: the table and what rows have to be, with the values for its `%s`."""
    if board is SiteBoard.STREAKS:
        return "replays_winstreak WHERE TRUE", []
    return "replays_wintally WHERE period = %s", [period_of(board, now).name]


def row_of(rows: QuerySet[Row], owner: str) -> Row | None:
    """The one row of a player, if there is one; nothing has to be sorted for that."""
    return next(iter(rows.filter(owner=owner)), None)


def with_places(board: SiteBoard, shown: Sequence[Row], now: int, *, top: bool = False) -> list[Line]:
    """`shown`, which follow one another on a board, with the place of each."""
    name = wins.STREAKS if board is SiteBoard.STREAKS else period_of(board, now).name
    rows, values = in_sql(board, now)

    def above(value: int) -> int:
        return places.above(name, rows, values, value)

    return [line(place, row, now) for place, row in places.placed(shown, above, top=top)]


def line(place: int, row: Row, now: int) -> Line:
    """`row` with what can be said of it."""
    if isinstance(row, WinTally):
        return Line(place, row, row.value)
    since, until = bounds_of(row)
    # Whoever has won yesterday may still win today.
    return Line(place, row, row.value, since, until, going_on=row.until >= calendar.day_of(now) - 1)


def bounds_of(row: WinStreak) -> tuple[int, int]:
    """From when until before when the wins of a longest streak were."""
    return (row.until - row.value + 1) * DAY_MS, (row.until + 1) * DAY_MS


@dataclass(frozen=True)
class Behind:
    """The decks won that a player's row on a board counts, the latest first: a page of them, each with its game."""

    line: Line | None
    period: Period
    wins: Page[DeckWin]


def behind(board: SiteBoard, owner: str, after: str | None = None, size: int = GAMES, at: int | None = None) -> Behind:
    """The wins behind a player's row. Raises `BadCursor` where `after` is no cursor of theirs."""
    now = now_ms() if at is None else at
    found = row_of(rows_of(board, now), owner)
    lines = with_places(board, [found], now) if found else []
    period = period_of(board, now)
    if isinstance(found, WinStreak):
        period = Period(board.value, *bounds_of(found))
    counted = DeckWin.objects.filter(owner=owner).select_related("game", "game__result")
    if period.begins is not None and period.ends is not None:
        counted = counted.filter(ended_at__gte=period.begins, ended_at__lt=period.ends)
    return Behind(lines[0] if lines else None, period, page(counted, LATEST, after, size))
