"""Reading the log, on Django's default connection of the calling thread."""

from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import groupby, islice
from typing import NamedTuple

from django.db import OperationalError, connection
from django.db.models import QuerySet

from solitaire.log.event import BEFORE_THE_FIRST, EVENTS_PER_APPEND, Event, Head, Row, Unreadable, digest, event_of
from solitaire.log.models import EventRow, HeadRow

PAGE = 1000
"""Rows held in memory at a time by whatever goes through a long list."""

_HEAD = ("stream", "version", "digest", "at")
_COLUMNS = ", ".join(Row._fields)


class Conflict(Exception):
    """The stream is not at the version that the append was to follow, but at `head`."""

    def __init__(self, stream: str, head: int) -> None:
        self.stream = stream
        self.head = head
        super().__init__(f"{stream} is at version {head}")


class TooLate(Exception):
    """The moment has passed before which the append was to be written."""


class Counts(NamedTuple):
    """How much there is: streams (those that have a head) and events."""

    streams: int
    events: int


class End(NamedTuple):
    """Where a stream ends, twice: by its head, and by its last event (version 0 where there is none)."""

    head: Head | None
    last: int


def read(stream: str, after: int = 0) -> list[Event]:
    """The events of `stream` behind version `after`, in order; none for a stream that does not exist.

    Raises `event.Unreadable` where somebody has put something into the database that is no event.
    """
    return [event_of(row) for row in rows(stream, after)]


def first_outcome(stream: str, command: str) -> tuple[Event, ...]:
    """The events that `command` has brought to `stream`."""
    first = EventRow.objects.values_list("version", flat=True).get(stream=stream, command=command)
    begun, *rest = rows(stream, first - 1, EVENTS_PER_APPEND)
    own = [begun]
    for row in rest:
        if row.part == 0:
            break
        own.append(row)
    return tuple(event_of(row) for row in own)


def head(stream: str) -> Head | None:
    """Where `stream` ends, or None where it does not exist."""
    row = HeadRow.objects.filter(stream=stream).values_list(*_HEAD).first()
    return _head(*row) if row else None


def heads(prefix: str = "") -> Iterator[Head]:
    """The heads of all streams whose names begin with `prefix`, by name; a page of them in memory at a time."""
    query = HeadRow.objects.filter(stream__gte=prefix).order_by("stream").values_list(*_HEAD)
    page = list(query[:PAGE])
    while page:
        for row in page:
            if not row[0].startswith(prefix):
                return
            yield _head(*row)
        page = list(query.filter(stream__gt=page[-1][0])[:PAGE])


def heads_of(streams: Iterable[str]) -> Iterator[Head]:
    """The heads of those of `streams` that exist, in no order; a page of them in memory at a time."""
    left = iter(streams)
    while page := list(islice(left, PAGE)):
        for row in HeadRow.objects.filter(stream__in=page).values_list(*_HEAD):
            yield _head(*row)


def streams() -> Iterator[str]:
    """The names of all streams in order, a page in memory at a time.

    Those with a head but no events, or events but no head, are among them: neither should exist, and an audit has to
    meet them.
    """
    with_events = EventRow.objects.order_by("stream").values_list("stream", flat=True).distinct()
    names = merge((head.stream for head in heads()), _names(with_events))
    return (name for name, _ in groupby(names))


def counts() -> Counts:
    """How many streams and events there are."""
    return Counts(HeadRow.objects.count(), EventRow.objects.count())


def check(stream: str) -> list[str]:
    """What is wrong with `stream`, each in a sentence; none for a sound one. It may be appended to meanwhile."""
    head, last = end(stream)
    checked = _Checked()
    while checked.version < last:
        try:
            page = rows(stream, checked.version, PAGE)
        except Unreadable as error:
            return [*checked.problems, str(error)]
        for row in page:
            if row.version <= last:
                checked.follow(row)
    checked.finish(head)
    return checked.problems


def end(stream: str) -> End:
    """Where `stream` ends by its head and by its events, at one and the same moment."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT last.version, log_head.version, log_head.digest, log_head.at"
            " FROM (SELECT max(version) AS version FROM log_event WHERE stream = %s) last"
            " LEFT JOIN log_head ON log_head.stream = %s",
            (stream, stream),
        )
        last, version, digest, at = cursor.fetchone()
    return End(_head(stream, version, digest, at) if version else None, last or 0)


def rows(stream: str, after: int, most: int | None = None) -> list[Row]:
    """As `read`, but as the database keeps them, and at most so many."""
    sql = f"SELECT {_COLUMNS} FROM log_event WHERE stream = %s AND version > %s ORDER BY version"  # noqa: S608
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql if most is None else f"{sql} LIMIT {most:d}", (stream, after))
            return [Row._make((*row[:-1], bytes(row[-1]))) for row in cursor]
    except OperationalError as error:
        if "decode" not in str(error):
            raise  # the database's own trouble
        raise Unreadable(f"there are bytes behind version {after} that are no text: {error}") from error


class _Checked:
    """A stream as far as it has been checked."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.version = 0
        self._digest = BEFORE_THE_FIRST
        self._at = 0

    def follow(self, row: Row) -> None:
        """Check the next event that there is."""
        missing = range(self.version + 1, row.version)
        if missing:
            self._say(f"{_versions(missing)} missing")
        elif row.digest != digest(self._digest, row[:8]):
            self._say(f"version {row.version} does not fit its digest")
        if row.at < self._at:
            self._say(f"version {row.version} is earlier than the one before it")
        try:
            event_of(row)
        except Unreadable as error:
            self._say(str(error))
        self.version, self._digest, self._at = row.version, row.digest, row.at

    def finish(self, head: Head | None) -> None:
        """Check the end of it all against the stream's head."""
        if head is None:
            self._say("it has events but no head" if self.version else "there is no such stream")
        elif head.version != self.version:
            self._say(f"the head is at version {head.version}, the last event is version {self.version}")
        elif (head.digest, head.at) != (self._digest, self._at):
            self._say(f"the head does not fit version {self.version}")

    def _say(self, problem: str) -> None:
        self.problems.append(problem)


def _versions(missing: range) -> str:
    return f"version {missing[0]} is" if len(missing) == 1 else f"versions {missing[0]} to {missing[-1]} are"


def _names(query: QuerySet[EventRow, str]) -> Iterator[str]:
    page = list(query[:PAGE])
    while page:
        yield from page
        page = list(query.filter(stream__gt=page[-1])[:PAGE])


def _head(stream: str, version: int, digest: bytes, at: int) -> Head:
    return Head(stream, version, bytes(digest), at)
