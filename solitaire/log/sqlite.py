"""The writer's statements for SQLite, where nobody else writes while a transaction lasts."""

import sqlite3
from collections.abc import Collection, Sequence

import msgspec

from solitaire.log.event import Head, Row


def begin(raw: sqlite3.Connection) -> None:
    """See `backend.Backend`. IMMEDIATE: a transaction that reads first could find that it may not write any more."""
    raw.execute("BEGIN IMMEDIATE")


def heads(raw: sqlite3.Connection, streams: Collection[str]) -> dict[str, Head]:
    """See `backend.Backend`."""
    found = raw.execute(
        "SELECT log_head.stream, log_head.version, log_head.digest, log_head.at"
        " FROM json_each(?) wanted CROSS JOIN log_head ON log_head.stream = wanted.value",
        (msgspec.json.encode(tuple(streams)).decode(),),
    )
    return {row[0]: Head(*row) for row in found.fetchall()}


def known(raw: sqlite3.Connection, commands: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
    """See `backend.Backend`."""
    # One flat object, its keys repeated where need be: taking pairs apart would cost more than looking them up.
    wanted = ",".join([f'"{stream}":"{command}"' for stream, command in commands])
    found = raw.execute(
        "SELECT log_event.stream, log_event.command FROM json_each(?) wanted CROSS JOIN log_event"
        " ON log_event.stream = wanted.key AND log_event.command = wanted.value",
        (f"{{{wanted}}}",),
    )
    return set(found.fetchall())


def insert(raw: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """See `backend.Backend`."""
    raw.executemany(
        "INSERT INTO log_event (stream, version, kind, data, at, who, command, part, digest)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )


def move(raw: sqlite3.Connection, heads: Collection[Head]) -> None:
    """See `backend.Backend`."""
    raw.executemany(
        "INSERT INTO log_head (stream, version, digest, at) VALUES (?, ?, ?, ?) ON CONFLICT (stream)"
        " DO UPDATE SET version = excluded.version, digest = excluded.digest, at = excluded.at",
        heads,
    )
