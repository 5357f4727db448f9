"""Appends to the log beside plain sqlite3 into the same table: same indices, triggers, pragmas; a commit a batch."""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from statistics import median

from tests import databases
from tests.bench.figure import Figure, per_second
from tests.bench.in_django import django_ready

SUBMITTERS = {1: 0.5, 50: None, 200: 0.4}
"""How many wait for their appends at once, and the goal for each."""

SECONDS = 1.5
ROUNDS = 5
"""Each side is measured so often, in turns; its median counts: one lucky or disturbed round says nothing."""


def figures() -> Iterator[Figure]:
    """Appends a second of the writer over rows a second of plain sqlite3."""
    django_ready()
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "template.sqlite3"
        databases.migrate_sqlite(template)
        for submitters, goal in SUBMITTERS.items():
            our_rates, plain_rates = [], []
            for number in range(ROUNDS):
                path = databases.copy_sqlite(template, Path(folder) / f"plain-{submitters}-{number}.sqlite3")
                plain_rates.append(plain_rate(path, submitters))
                path = databases.copy_sqlite(template, Path(folder) / f"ours-{submitters}-{number}.sqlite3")
                our_rates.append(our_rate(path, submitters))
            ours, plain = median(our_rates), median(plain_rates)
            beside = "bare commits of a row" if submitters == 1 else f"executemany of {submitters} rows"
            yield Figure(
                f"log: {submitters} waiting",
                ours / plain,
                goal,
                f"appends {per_second(int(ours), 1)}, {beside} {per_second(int(plain), 1)}",
            )


def plain_rate(path: Path, batch: int) -> float:
    """Rows a second by `executemany`, `batch` of them to a commit, each in a stream of its own as the appends are."""
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=8000"):
        connection.execute(f"PRAGMA {pragma}")
    digest = sha256(b"plain").digest()
    version, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < SECONDS:
        version += 1
        rows = [
            (
                f"game:{number:012}",
                version,
                "move",
                '"d"',
                1_800_000_000_000,
                "aaaaaaaaaaaa",
                f"{version:012}",
                0,
                digest,
            )
            for number in range(batch)
        ]
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO log_event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
    connection.close()
    return version * batch / passed


def our_rate(path: Path, submitters: int) -> float:
    """Appends a second through the writer, with so many waiting for theirs at any moment; all are found in the log."""
    from solitaire.log import writer

    with databases.django_on(NAME=str(path)):
        confirmed, passed = asyncio.run(append_all(submitters))
        writer.stop()
    with sqlite3.connect(path) as connection:
        (found,) = connection.execute("SELECT count(*) FROM log_event").fetchone()
    if found != confirmed:
        raise AssertionError(f"{confirmed} appends were confirmed and {found} are in the log")
    return confirmed / passed


async def append_all(submitters: int) -> tuple[int, float]:
    """Let each submitter append to a stream of its own until the time is up; how many were confirmed, in how long."""
    began = time.perf_counter()
    counts = await asyncio.gather(*(append_on(f"game:{number:012}", began + SECONDS) for number in range(submitters)))
    return sum(counts), time.perf_counter() - began


async def append_on(stream: str, end: float) -> int:
    """Append move after move to one stream until `end`; how many."""
    from solitaire.log import writer
    from solitaire.log.event import Append, NewEvent

    log, version = writer.current(), 0
    while time.perf_counter() < end:
        await log.append(Append(stream, version, (NewEvent("move", "d"),), "aaaaaaaaaaaa", f"{version:012}"))
        version += 1
    return version
