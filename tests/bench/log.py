"""Appends to the log beside bare batches of rows into the same table, and beside an ORM `create` for each.

The rows go through plain sqlite3, or psycopg, into the same indices and triggers with the same pragmas, a commit a
batch; on PostgreSQL by COPY, the quickest way there is. `create` does what a view that knows nothing better does: a
transaction for each, on a connection that is kept.
"""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import psycopg

from tests import databases
from tests.bench.figure import Figure, per_second
from tests.bench.in_django import django_ready
from tests.bench.seats import Database, new_postgresql, sqlite_at


class Case(NamedTuple):
    """How many wait for their appends at once, and what those have to reach beside bare rows and beside `create`."""

    waiting: int
    rows: float | None
    create: float | None = None


ON_SQLITE = [Case(1, 0.5), Case(50, None), Case(200, 0.4, 20)]
ON_POSTGRESQL = [Case(200, 0.4, 40)]

SECONDS = 1.5
ROUNDS = 5
"""Each side is measured so often, in turns; its median counts: one lucky or disturbed round says nothing."""

DIGEST = sha256(b"plain").digest()
AT, WHO = 1_800_000_000_000, "aaaaaaaaaaaa"

Fresh = Callable[[], AbstractContextManager[Database]]
"""What makes an empty database for a round."""


def figures() -> Iterator[Figure]:
    """Appends a second of the writer over rows, and over objects created, a second."""
    django_ready()
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "template.sqlite3"
        databases.migrate_sqlite(template)

        @contextmanager
        def fresh_sqlite() -> Iterator[Database]:
            path = databases.copy_sqlite(template, Path(folder) / "fresh.sqlite3")
            yield sqlite_at(path)
            for left in Path(folder).glob("fresh.sqlite3*"):
                left.unlink()

        for case in ON_SQLITE:
            yield from compare("log:", fresh_sqlite, case)
    if refusal := databases.postgresql_refusal():
        yield Figure("log: PostgreSQL", 0, None, refusal)
        return
    with new_postgresql() as postgresql:

        @contextmanager
        def fresh_postgresql() -> Iterator[Database]:
            with databases.new_postgresql_database(postgresql.postgresql) as name:
                yield Database(
                    databases.postgresql_url(name),
                    databases.postgresql_settings(name) | {"CONN_MAX_AGE": None},
                    name,
                )

        for case in ON_POSTGRESQL:
            yield from compare("log: PostgreSQL,", fresh_postgresql, case)


def compare(name: str, fresh: Fresh, case: Case) -> Iterator[Figure]:
    """The figures of one case."""
    ours: list[float] = []
    plain: list[float] = []
    created: list[float] = []
    sides = [(plain, plain_rate), (ours, our_rate)]
    if case.create is not None:
        sides.append((created, create_rate))
    for _ in range(ROUNDS):
        for rates, measure in sides:
            with fresh() as database:
                rates.append(measure(database, case.waiting))
    appends = median(ours)
    note = f"appends {per_second(int(appends), 1)}"
    beside = "bare commits of a row" if case.waiting == 1 else f"batches of {case.waiting} rows"
    yield Figure(
        f"{name} {case.waiting} waiting",
        appends / median(plain),
        case.rows,
        f"{note}, {beside} {per_second(int(median(plain)), 1)}",
    )
    if created:
        yield Figure(
            f"{name} {case.waiting} beside create",
            appends / median(created),
            case.create,
            f"{note}, an ORM create each {per_second(int(median(created)), 1)}",
        )


# --- bare rows ---


def plain_rate(database: Database, batch: int) -> float:
    """Rows a second, `batch` of them to a commit, each in a stream of its own as the appends are."""
    write, close = copies(database.postgresql) if database.postgresql else inserts(database.settings["NAME"])
    version, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < SECONDS:
        version += 1
        write(
            [
                (f"game:{number:012}", version, "move", '"d"', AT, WHO, f"{version:012}", 0, DIGEST)
                for number in range(batch)
            ]
        )
    close()
    return version * batch / passed


Write = Callable[[list[tuple[object, ...]]], None]


def inserts(path: str) -> tuple[Write, Callable[[], None]]:
    """What writes rows by `executemany` in one commit, and what closes it."""
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=8000"):
        connection.execute(f"PRAGMA {pragma}")

    def write(rows: list[tuple[object, ...]]) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO log_event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        connection.execute("COMMIT")

    return write, connection.close


def copies(name: str) -> tuple[Write, Callable[[], None]]:
    """As `inserts`, by COPY into the database `name` on PostgreSQL."""
    connection = psycopg.connect(databases.postgresql_url(name))
    columns = "stream, version, kind, data, at, who, command, part, digest"

    def write(rows: list[tuple[object, ...]]) -> None:
        with connection.cursor() as cursor, cursor.copy(f"COPY log_event ({columns}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
        connection.commit()

    return write, connection.close


# --- through Django ---


def our_rate(database: Database, submitters: int) -> float:
    """Appends a second through the writer, with so many waiting for theirs at any moment; all are found in the log."""
    from solitaire.log import writer

    rate = through_django(database, append_on, submitters)
    writer.stop()
    return rate


def create_rate(database: Database, submitters: int) -> float:
    """Objects a second that the ORM creates, with so many waiting."""
    return through_django(database, create_on, submitters)


Work = Callable[[str, float], Coroutine[Any, Any, int]]
"""Writes to a stream until a moment; how many rows."""


def through_django(database: Database, work: Work, submitters: int) -> float:
    """Rows a second that so many write at once; all are found in the log."""
    with databases.django_on(**database.settings):
        confirmed, passed = asyncio.run(all_at_once(work, submitters))
    found = rows_in(database)
    if found != confirmed:
        raise AssertionError(f"{confirmed} rows were confirmed and {found} are in the log")
    return confirmed / passed


async def all_at_once(work: Work, submitters: int) -> tuple[int, float]:
    """Let each write to a stream of its own until the time is up; how many rows, in how long."""
    from asgiref.sync import sync_to_async

    began = time.perf_counter()
    counts = await asyncio.gather(*(work(f"game:{number:012}", began + SECONDS) for number in range(submitters)))
    passed = time.perf_counter() - began
    await sync_to_async(forget_connection)()  # the thread of the ORM stays, for the next round's database
    return sum(counts), passed


def forget_connection() -> None:
    """Have this thread connect anew the next time, to whatever is the database then."""
    from django.db import connections

    connections["default"].close()
    del connections["default"]


async def append_on(stream: str, end: float) -> int:
    """Append move after move to one stream until `end`; how many."""
    from solitaire.log import writer
    from solitaire.log.event import Append, NewEvent

    log, version = writer.current(), 0
    while time.perf_counter() < end:
        await log.append(Append(stream, version, (NewEvent("move", "d"),), WHO, f"{version:012}"))
        version += 1
    return version


async def create_on(stream: str, end: float) -> int:
    """As `append_on`, by the ORM."""
    from solitaire.log.models import EventRow

    version = 0
    while time.perf_counter() < end:
        version += 1
        await EventRow.objects.acreate(
            stream=stream, version=version, kind="move", data='"d"', at=AT, who=WHO, command=f"{version:012}",
            part=0, digest=DIGEST,
        )  # fmt: skip
    return version


def rows_in(database: Database) -> int:
    """How many events the log of a database has."""
    count = "SELECT count(*) FROM log_event"
    if database.postgresql:
        with psycopg.connect(database.url) as connection:
            (found,) = connection.execute(count).fetchone() or (0,)
    else:
        with closing(sqlite3.connect(database.settings["NAME"])) as connection:
            (found,) = connection.execute(count).fetchone()
    return int(found)
