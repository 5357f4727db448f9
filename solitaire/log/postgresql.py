"""The writer's statements for PostgreSQL, where other processes append at the same time."""

from collections.abc import Collection, Sequence
from typing import Any

import psycopg

from solitaire.log.event import Command, Found, Head, Row

Connection = psycopg.Connection[Any]


def begin(raw: Connection) -> None:
    """See `backend.Backend`. The driver begins a transaction with its first statement."""


def look_up(raw: Connection, wanted: Collection[Command]) -> Found:
    """See `backend.Backend`. Heads are locked by name, as in every process: no two wait for each other."""
    cursor = _cursor(raw)
    streams, commands = _columns(wanted, 2)
    cursor.execute(
        "SELECT stream, version, digest, at FROM log_head WHERE stream = ANY(%s) ORDER BY stream FOR UPDATE",
        (streams,),
    )
    heads = {row[0]: Head(*row) for row in cursor.fetchall()}
    cursor.execute(
        "SELECT log_event.stream, log_event.command FROM unnest(%s::text[], %s::text[]) AS wanted (stream, command)"
        " JOIN log_event USING (stream, command)",
        (streams, commands),
    )
    return Found(heads, set(cursor.fetchall()))


def insert(raw: Connection, rows: Sequence[Row]) -> None:
    """See `backend.Backend`."""
    _cursor(raw).execute(
        "INSERT INTO log_event (stream, version, kind, data, at, who, command, part, digest)"
        " SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::text[], %s::bigint[], %s::text[], %s::text[],"
        " %s::smallint[], %s::bytea[])",
        _columns(rows, len(Row._fields)),
    )


def move(raw: Connection, heads: Collection[Head]) -> None:
    """See `backend.Backend`."""
    _cursor(raw).execute(
        "INSERT INTO log_head (stream, version, digest, at)"
        " SELECT * FROM unnest(%s::text[], %s::int[], %s::bytea[], %s::bigint[])"
        " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, digest = excluded.digest, at = excluded.at",
        _columns(heads, len(Head._fields)),
    )


def _cursor(raw: Connection) -> psycopg.Cursor[Any]:
    """A cursor that sends values beside the statement; Django's own writes them into its text."""
    return psycopg.Cursor(raw)


def _columns(table: Collection[Sequence[object]], width: int) -> list[list[object]]:
    """`table` turned on its side: a list for each of its columns."""
    return [list(column) for column in zip(*table, strict=True)] if table else [[] for _ in range(width)]
