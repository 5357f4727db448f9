"""The boards of the deal of the day, what a player has made of it, and the text to tell others.

A board ranks the attempts that are over: those that won by time, then by moves; below them the others by cards home,
then by moves. Then whoever was first (the earlier end, then the lower game id): a total order. Attempts that took the
same time, or brought the same cards home, share a place: 1, 2, 2, 4. Guests have a board of their own.
"""

from calendar import Calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from operator import attrgetter
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from replays import names, places
from replays.figures import clock, count
from replays.keyset import Keyset, page
from replays.neighbours import NEIGHBOURS
from solitaire.daily import calendar, facts
from solitaire.daily.day import Streak, key_of, read_key, streak
from solitaire.daily.models import Attempt, DayRow
from solitaire.players.absorb import selves
from solitaire.races.conduct import FAIR
from solitaire.rules.deals import DRAWS

PAGE = 50
IN_ORDER = Keyset(("ranked", "second", "third", "ended_at", "game"), numbers=4)
MOST_ATTEMPTS = 10_000
"""Of so many attempts, the latest ones, a player's streaks are reckoned: more than twenty years of both draws."""
BAR = 10
"""So many squares stand for the 52 cards in the text to tell others."""


@dataclass(frozen=True)
class Line:
    """A row of a board and its place."""

    place: int
    row: Attempt


@dataclass(frozen=True)
class BoardPage:
    """Lines of a board from the top or after a cursor, and the cursor of the next page (None on the last)."""

    lines: list[Line]
    next: str | None


def rows_of(key: str, *, guests: bool) -> QuerySet[Attempt]:
    """All rows of the board of a day, of accounts or of guests, each with its player."""
    standing = Attempt.objects.filter(day=key, guest=int(guests), counts=True, over=True, review="")
    return standing.select_related("owner")


def read(key: str, *, guests: bool, after: str | None = None, size: int = PAGE) -> BoardPage:
    """A page of the board of a day. Raises `BadCursor` where `after` is no cursor of a board."""
    rows = rows_of(key, guests=guests)
    shown = page(rows, IN_ORDER, after, size)
    return BoardPage(with_places(rows, shown.rows, top=after is None), shown.next)


def around(mine: Attempt) -> list[Line]:
    """An attempt on its board with its neighbours above and below; nothing where it stands on none."""
    rows = rows_of(mine.day, guests=bool(mine.guest))
    if not rows.filter(pk=mine.pk).exists():
        return []
    key = IN_ORDER.key(mine)
    above, below = IN_ORDER.before(rows, key)[:NEIGHBOURS], IN_ORDER.after(rows, key)[:NEIGHBOURS]
    return with_places(rows, [*reversed(above), mine, *below])


def with_places(rows: QuerySet[Attempt], shown: Sequence[Attempt], *, top: bool = False) -> list[Line]:
    """`shown`, which follow one another in `rows`, with the place of each; nothing is counted at the `top`."""

    def above(value: tuple[int, int]) -> int:
        ranked, second = value
        return rows.filter(Q(ranked__lt=ranked) | Q(ranked=ranked, second__lt=second)).count()

    placed = places.placed(shown, above, attrgetter("ranked", "second"), top=top)
    return [Line(place, row) for place, row in placed]


def players(key: str) -> int:
    """How many stand on the boards of a day, accounts and guests."""
    return sum(rows_of(key, guests=guests).count() for guests in (False, True))


# --- a player ---


def attempt_of(player: str | None, key: str) -> Attempt | None:
    """The one attempt of a player at a day that counts; None for who has made none."""
    return (
        Attempt.objects.filter(owner=player, day=key, counts=True).select_related("owner").first() if player else None
    )


def may_watch(player: str | None, row: DayRow) -> bool:
    """Whether somebody may watch how others have played a day."""
    return row.revealed_at is not None or (player is not None and facts.has_finished(row.key, selves(player)))


@dataclass(frozen=True)
class Streaks:
    """Days in a row on which a player has played a deal of the day, and on which they have won one."""

    played: Streak
    won: Streak


def streaks_of(player: str, today: date) -> Streaks:
    """The streaks of a player; a game counts once it is over and has a move."""
    attempts = Attempt.objects.filter(owner=player, counts=True, over=True, moves__gt=0, review__in=FAIR).order_by(
        "-day"
    )
    latest = list(attempts.values_list("day", "outcome")[:MOST_ATTEMPTS])
    played = {read_key(key)[0] for key, _outcome in latest}
    won = {read_key(key)[0] for key, outcome in latest if outcome == "won"}
    return Streaks(streak(played, today), streak(won, today))


# --- one deal as it is shown ---


@dataclass(frozen=True)
class Shown:
    """A deal of the day for whoever looks: what is public of it, their attempt, its place and how many have played."""

    row: DayRow
    mine: Attempt | None
    place: int | None
    players: int

    @property
    def on(self) -> str:
        """The date as it stands in addresses."""
        return self.row.on.isoformat()

    @property
    def draw(self) -> int:
        """How many cards are drawn at a time."""
        return self.row.draw

    @property
    def name(self) -> str:
        """What its draw count is called."""
        return str(names.DRAWS[self.row.draw])


def shown(row: DayRow, player: str | None) -> Shown:
    """A deal of the day for `player`, or for somebody who has not played."""
    mine = attempt_of(player, row.key)
    place = None
    if mine is not None and mine.over and not mine.review:
        place = with_places(rows_of(row.key, guests=bool(mine.guest)), [mine])[0].place
    return Shown(row, mine, place, players(row.key))


def of_date(on: date, player: str | None) -> list[Shown]:
    """The deals of a date, draw one first, as far as they have been drawn."""
    rows = DayRow.objects.filter(pk__in=[key_of(on, draw) for draw in DRAWS]).order_by("draw")
    return [shown(row, player) for row in rows]


def today_for(player: str | None) -> dict[str, Any]:
    """The deals of today for `player`, when the next ones come, and the clock of the site."""
    return {"deals": of_date(calendar.today(), player), "until": calendar.midnight(), "now": calendar.now()}


def telling(day: Shown, address: str) -> str:
    """What a player may tell others of an attempt that is over: how it went, and nothing of the cards."""
    mine = day.mine
    if mine is None or not mine.over:
        return ""
    words = {"date": date_format(day.row.on, "DATE_FORMAT"), "draw": day.name}
    filled = BAR * mine.home // 52
    lines = [_("Samedeal, deal of the day, %(date)s, %(draw)s") % words, "■" * filled + "□" * (BAR - filled)]
    if mine.outcome == "won":
        won = ngettext("Won in %(time)s with %(moves)s move", "Won in %(time)s with %(moves)s moves", mine.moves)
        lines[1] += " " + won % {"time": clock(mine.time_ms or 0), "moves": count(mine.moves)}
    else:
        lines[1] += " " + _("%(home)s of 52 cards home") % {"home": mine.home}
    return "\n".join([*lines, address])


# --- the calendar ---


@dataclass(frozen=True)
class Cell:
    """A date in the calendar: its deals that are there, as `(draw, outcome)` of one's own attempt, "" for none."""

    on: date
    deals: list[tuple[int, str]]
    today: bool


@dataclass(frozen=True)
class Month:
    """A month of deals of the day: its weeks from Monday, None outside it; and the months beside it that have any."""

    first: date
    weeks: list[list[Cell | None]]
    before: date | None
    after: date | None

    @property
    def weekdays(self) -> list[tuple[str, str]]:
        """The names of the days of the week, in full and short, from Monday."""
        return [(str(WEEKDAYS[day]), str(WEEKDAYS_ABBR[day])) for day in range(7)]


def month(first: date, player: str | None, today: date) -> Month:
    """The calendar of the month that begins on `first`, up to `today`."""
    end = (first + timedelta(days=31)).replace(day=1)
    rows = DayRow.objects.filter(on__lte=today)
    there = set(rows.filter(on__gte=first, on__lt=end).values_list("on", "draw"))
    made: dict[str, str] = {}
    if player:
        attempts = Attempt.objects.filter(owner=player, counts=True, day__gte=f"{first}", day__lt=f"{end}")
        made = {key: outcome or "playing" for key, outcome in attempts.values_list("day", "outcome")}

    def cell(on: date) -> Cell:
        deals = [(draw, made.get(key_of(on, draw), "")) for draw in DRAWS if (on, draw) in there]
        return Cell(on, deals, on == today)

    weeks = Calendar().monthdatescalendar(first.year, first.month)
    before = (first - timedelta(days=1)).replace(day=1)
    return Month(
        first,
        [[cell(on) if on.month == first.month else None for on in week] for week in weeks],
        before if rows.filter(on__lt=first).exists() else None,
        end if end <= today else None,
    )
