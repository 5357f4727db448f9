"""The writer's statements for SQLite, where nobody else writes while a transaction lasts.

Digests are handed over as `bytearray`: for every `bytes` the driver looks for an adapter first, which takes it longer
than all the rest of a row.
"""

import sqlite3
from collections.abc import Collection, Sequence

from solitaire.log.event import Command, Found, Head, Row

REFUSES_WHAT_DOES_NOT_FOLLOW = True


def begin(raw: sqlite3.Connection) -> None:
    """See `backend.Backend`. IMMEDIATE: a transaction that reads first could find that it may not write any more."""
    raw.execute("BEGIN IMMEDIATE")


def look_up(raw: sqlite3.Connection, wanted: Collection[Command]) -> Found:
    """See `backend.Backend`."""
    # A flat object, its keys repeated where need be: taking pairs apart would cost more than looking them up.
    pairs = ",".join([f'"{stream}":"{command}"' if command else f'"{stream}":null' for stream, command in wanted])
    rows = raw.execute(
        "SELECT wanted.key, log_head.version, log_head.digest, log_head.at, log_event.command"
        " FROM json_each(?) wanted LEFT JOIN log_head ON log_head.stream = wanted.key"
        " LEFT JOIN log_event ON log_event.stream = wanted.key AND log_event.command = wanted.value",
        (f"{{{pairs}}}",),
    ).fetchall()
    heads = {row[0]: Head(*row[:4]) for row in rows if row[1] is not None}
    return Found(heads, {(row[0], row[4]) for row in rows if row[4] is not None})


def insert(raw: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """See `backend.Backend`."""
    raw.executemany(
        "INSERT INTO log_event (stream, version, kind, data, at, who, command, part, digest)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(*row[:8], bytearray(row.digest)) for row in rows],
    )


def move(raw: sqlite3.Connection, heads: Collection[Head]) -> None:
    """See `backend.Backend`."""
    raw.executemany(
        "INSERT INTO log_head (stream, version, digest, at) VALUES (?, ?, ?, ?) ON CONFLICT (stream)"
        " DO UPDATE SET version = excluded.version, digest = excluded.digest, at = excluded.at",
        [(head.stream, head.version, bytearray(head.digest), head.at) for head in heads],
    )
