"""The writer's statements for SQLite. The transaction is an IMMEDIATE one: nobody else writes while it lasts."""

import sqlite3
from collections.abc import Collection, Sequence

import msgspec

from solitaire.log.event import Head, Row


def heads(raw: sqlite3.Connection, streams: Collection[str]) -> dict[str, Head]:
    """See `backend.Backend`."""
    found = raw.execute(
        "SELECT log_head.stream, log_head.version, log_head.digest, log_head.at"
        " FROM json_each(?) wanted CROSS JOIN log_head ON log_head.stream = wanted.value",
        (_json(streams),),
    )
    return {row[0]: Head(*row) for row in found.fetchall()}


def known(raw: sqlite3.Connection, commands: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
    """See `backend.Backend`."""
    found = raw.execute(
        "SELECT log_event.stream, log_event.command FROM json_each(?) wanted CROSS JOIN log_event"
        " ON log_event.stream = wanted.value ->> 0 AND log_event.command = wanted.value ->> 1",
        (_json(commands),),
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


def _json(wanted: Collection[object]) -> str:
    return msgspec.json.encode(tuple(wanted)).decode()
