"""A clock for tests of days."""

from datetime import date

from solitaire.daily.day import start_of

FIRST = date(2030, 3, 9)
HOUR = 3_600_000


class Clock:
    """The time, in milliseconds since 1970: it stands still until it is set; at first it is noon of the first day."""

    def __init__(self) -> None:
        self.ms = start_of(FIRST) + 12 * HOUR

    def __call__(self) -> int:
        return self.ms
