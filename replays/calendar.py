"""Days, weeks and months by UTC, the same for everybody: which of them a moment is in, and what they are called.

Moments are milliseconds since 1970, days and weeks are counted from there. A week begins on Monday.
"""

from datetime import date, timedelta
from typing import Final, NamedTuple

from solitaire.daily.day import DAY_MS, date_at, start_of

EVER: Final = "ever"
"""The name of the period that holds everything."""

_MONDAY: Final = 3
"""1970 began on a Thursday, so many days after a Monday."""


def day_of(at: int) -> int:
    """The day a moment is in."""
    return at // DAY_MS


def week_of(at: int) -> int:
    """The week a moment is in.

    >>> week_of(4 * DAY_MS - 1), week_of(4 * DAY_MS)
    (0, 1)
    """
    return (day_of(at) + _MONDAY) // 7


class Period(NamedTuple):
    """A stretch of time by its name, from `begins` until before `ends`; None where it has no bound."""

    name: str
    begins: int | None = None
    ends: int | None = None


def week(at: int) -> Period:
    """The week a moment is in, called by its Monday.

    >>> week(1_900_000_000_000).name
    '2030-03-11'
    """
    begins = (week_of(at) * 7 - _MONDAY) * DAY_MS
    return Period(date_at(begins).isoformat(), begins, begins + 7 * DAY_MS)


def month(at: int) -> Period:
    """The month a moment is in.

    >>> month(1_900_000_000_000).name
    '2030-03'
    """
    first = date_at(at).replace(day=1)
    after = (first + timedelta(days=31)).replace(day=1)
    return Period(f"{first:%Y-%m}", start_of(first), start_of(after))


def named(name: str) -> Period | None:
    """The week or the month of that name; None where that names none.

    >>> named("2030-03-11") == week(1_900_000_000_000), named("2030-03") == month(1_900_000_000_000)
    (True, True)
    >>> named("2030-03-12"), named("2030-13"), named("ever")
    (None, None, None)
    """
    for read, written in ((week, name), (month, f"{name}-01")):
        try:
            period = read(start_of(date.fromisoformat(written)))
        except (ValueError, OverflowError):
            continue
        if period.name == name:
            return period
    return None


def ever() -> Period:
    """All there is."""
    return Period(EVER)


def periods(at: int) -> tuple[Period, ...]:
    """Every period that a moment counts in."""
    return ever(), month(at), week(at)
