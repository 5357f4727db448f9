"""The rows of the log, read by bare SQL from whatever database it is in."""

import sqlite3
from contextlib import closing
from typing import Any

import psycopg

from tests.faults.checker import LogRow

SELECT = "SELECT stream, version, kind, data, at, command FROM log_event ORDER BY stream, version"


def rows_of(database_url: str) -> list[LogRow]:
    """Every event of the log."""
    opened: Any = (
        sqlite3.connect(database_url.removeprefix("sqlite:///"))
        if database_url.startswith("sqlite:")
        else psycopg.connect(database_url)
    )
    with closing(opened) as connection:
        return [LogRow(*row) for row in connection.execute(SELECT).fetchall()]
