"""A deal of the day, as the fold of its stream, and what follows from days alone. Pure: no clock, no I/O.

There is one for each draw count and each day (UTC). The stream `daily:<day>`, where a day is written like
`2026-11-30:D1`, holds these events, both by the site. Every time is in milliseconds since 1970.

| kind | data | meaning |
|---|---|---|
| `drawn` | `code` | always the first: the deck is drawn; its hash is public, the code while `Day.secret` to nobody |
| `revealed` | `{}` | always the last: the day is over, all its games have ended, and everybody may know the code |

>>> day = begin("2026-11-30:D1", Event("daily:2026-11-30:D1", 1, "drawn", {"code": _EXAMPLE}, 1000, None, None, b""))
>>> day.secret, day.draw, day.next_key
(True, 1, '2026-12-01:D1')
>>> follow(day, Event("daily:2026-11-30:D1", 2, "revealed", {}, day.ends_at, None, None, b"")).secret
False
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Final, NamedTuple

from solitaire.log.event import Event
from solitaire.rules.deals import DRAWS, Deal

PREFIX: Final = "daily:"
FAMILY, KIND, RULE_SET = "KL", "2", "N"
"""How every deal of the day is played; a deck of that kind cannot be found from its cards."""
DAY_MS: Final = 24 * 60 * 60 * 1000
KEY_LENGTH: Final = len("2026-11-30:D1")

_ONE: Final = timedelta(days=1)
_EXAMPLE: Final = "KL2-D1N-AAAAA-AAAAA-AAAAA-AAAAA"


def stream_of(key: str) -> str:
    """The name of the stream that holds a day's events."""
    return PREFIX + key


def key_of(on: date, draw: int) -> str:
    """How a day is written.

    >>> key_of(date(2026, 11, 30), 3)
    '2026-11-30:D3'
    """
    return f"{on.isoformat()}:D{draw}"


def read_key(key: str) -> tuple[date, int]:
    """The date and the draw count of a day; ValueError for a text that is none.

    >>> read_key("2026-11-30:D3")
    (datetime.date(2026, 11, 30), 3)
    """
    on, _, draw = key.partition(":D")
    found = date.fromisoformat(on), int(draw) if draw.isascii() and draw.isdigit() else 0
    if found[1] not in DRAWS or key_of(*found) != key:
        raise ValueError(f"{key!r}: a day is written like 2026-11-30:D1, with a draw count of {DRAWS}")
    return found


def date_at(at: int) -> date:
    """The date (UTC) at a moment.

    >>> date_at(1_796_083_199_999), date_at(1_796_083_200_000)
    (datetime.date(2026, 11, 30), datetime.date(2026, 12, 1))
    """
    return datetime.fromtimestamp(at / 1000, UTC).date()


def start_of(on: date) -> int:
    """When a date begins."""
    return int(datetime(on.year, on.month, on.day, tzinfo=UTC).timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class Day:
    """A deal of the day after so many events of its stream: an immutable value."""

    key: str
    on: date
    draw: int
    code: str
    drawn_at: int
    revealed_at: int | None = None
    version: int = 1

    @property
    def secret(self) -> bool:
        """Whether nobody may know the code yet."""
        return self.revealed_at is None

    @property
    def hash(self) -> str:
        """The SHA-256 of the code's canonical text, in lower-case hexadecimal digits: public from the beginning."""
        return sha256(self.code.encode("ascii")).hexdigest()

    @property
    def deal(self) -> Deal:
        """What is dealt."""
        return Deal.parse(self.code)

    @property
    def starts_at(self) -> int:
        """When it may be played."""
        return start_of(self.on)

    @property
    def ends_at(self) -> int:
        """From then on no move counts."""
        return self.starts_at + DAY_MS

    @property
    def next_key(self) -> str:
        """The day after, with the same draw count."""
        return key_of(self.on + _ONE, self.draw)


def begin(key: str, drawn: Event) -> Day:
    """The day after the first event of its stream; ValueError where that is none."""
    on, draw = read_key(key)
    if drawn.kind != "drawn" or not isinstance(drawn.data, dict) or set(drawn.data) != {"code"}:
        raise ValueError(f"version {drawn.version}: a day begins with `drawn` and a code, not with {drawn.kind!r}")
    code = drawn.data["code"]
    deal = Deal.parse(code)
    if code != deal.code or (deal.family, deal.kind, deal.draw, deal.ruleset) != (FAMILY, KIND, draw, RULE_SET):
        raise ValueError(f"version {drawn.version}: no deal of the day {key} has the code {code}")
    return Day(key, on, draw, code, drawn.at, version=drawn.version)


def follow(day: Day, event: Event) -> Day:
    """The day after its next event; ValueError for one that cannot follow."""
    if event.kind != "revealed" or event.data != {} or not day.secret:
        raise ValueError(f"version {event.version}: {event.kind!r} cannot follow in a day")
    return replace(day, revealed_at=event.at, version=event.version)


def fold(key: str, events: Sequence[Event]) -> Day:
    """The day after all `events` of its stream, which are at least one."""
    day = begin(key, events[0])
    for event in events[1:]:
        day = follow(day, event)
    return day


class Streak(NamedTuple):
    """Days in a row: those that reach up to today or yesterday, and the most there have ever been."""

    now: int = 0
    longest: int = 0


def streak(days: Collection[date], today: date) -> Streak:
    """The streak of somebody to whom it has happened on `days`; today is not missed before it is over.

    >>> streak([date(2026, 11, 29), date(2026, 11, 28), date(2026, 11, 26)], date(2026, 11, 30))
    Streak(now=2, longest=2)
    >>> streak([date(2026, 11, 28), date(2026, 11, 27)], date(2026, 11, 30))
    Streak(now=0, longest=2)
    """
    longest = run = 0
    last: date | None = None
    for day in sorted(set(days)):
        run = run + 1 if last is not None and day - last == _ONE else 1
        longest, last = max(longest, run), day
    return Streak(run if last is not None and last >= today - _ONE else 0, longest)
