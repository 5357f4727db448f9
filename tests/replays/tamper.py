"""Changing what nobody may change: the log, behind the back of its triggers."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from solitaire.log import event


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A bare connection to the database, with the triggers that guard the log gone."""
    connection = sqlite3.connect(path)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    yield connection
    connection.commit()
    connection.close()


def chain_again(connection: sqlite3.Connection, stream: str) -> None:
    """Give a stream that was changed sound digests and a sound head: only the fold can tell now."""
    columns = ", ".join(f'"{name}"' for name in event.Row._fields)
    previous = event.BEFORE_THE_FIRST
    rows = connection.execute(
        f"SELECT {columns} FROM log_event WHERE stream = ? ORDER BY version", (stream,)
    ).fetchall()
    for row in map(event.Row._make, rows):
        previous = event.digest(previous, row[:8])
        connection.execute(
            "UPDATE log_event SET digest = ? WHERE stream = ? AND version = ?", (previous, stream, row.version)
        )
    connection.execute("UPDATE log_head SET digest = ?, version = ? WHERE stream = ?", (previous, row.version, stream))
