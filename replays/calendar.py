"""Days, weeks and months by UTC, the same for everybody: which of them a moment is in, and what they are called.

Moments are milliseconds since 1970, days and weeks are counted from there. A week begins on Monday.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

DAY_MS: Final = 86_400_000
EVER: Final = "ever"
"""The name of the period that holds everything."""

_MONDAY: Final = 3
"""1970 began on a Thursday, so many days after a Monday."""
_SINCE: Final = date(1970, 1, 1)


def day_of(at: int) -> int:
    """The day a moment is in."""
    return at // DAY_MS


def week_of(at: int) -> int:
    """The week a moment is in.

    >>> week_of(4 * DAY_MS - 1), week_of(4 * DAY_MS)
    (0, 1)
    """
    return (day_of(at) + _MONDAY) // 7


def date_of(day: int) -> date:
    """A day by its date."""
    return _SINCE + timedelta(days=day)


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
    monday = week_of(at) * 7 - _MONDAY
    return Period(date_of(monday).isoformat(), monday * DAY_MS, (monday + 7) * DAY_MS)


def month(at: int) -> Period:
    """The month a moment is in.

    >>> month(1_900_000_000_000).name
    '2030-03'
    """
    first = datetime.fromtimestamp(at // 1000, UTC).date().replace(day=1)
    after = (first + timedelta(days=31)).replace(day=1)
    begins, ends = ((day - _SINCE).days * DAY_MS for day in (first, after))
    return Period(f"{first:%Y-%m}", begins, ends)


def ever() -> Period:
    """All there is."""
    return Period(EVER)


def periods(at: int) -> tuple[Period, ...]:
    """Every period that a moment counts in."""
    return ever(), month(at), week(at)
