"""The log on each database it runs on: what a test here says of one, it says of both."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection

from solitaire.log import milestones
from tests.databases import postgresql_url

ON_BOTH = ["database", pytest.param("postgresql_database", marks=pytest.mark.postgresql)]

Run = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture(autouse=True, params=ON_BOTH, ids=["sqlite", "postgresql"])
def log_database(request: pytest.FixtureRequest) -> Any:
    """Django and the writer on a fresh database: the path of an SQLite file, or the name on PostgreSQL."""
    return request.getfixturevalue(request.param)


@pytest.fixture(autouse=True)
def nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """No listeners but those of the test."""
    monkeypatch.setattr(milestones, "_listeners", {})


@pytest.fixture
def bare(log_database: Any) -> Iterator[Run]:
    """Runs a statement on a connection of the driver's own, as somebody with a database shell would."""
    if connection.vendor == "sqlite":
        raw: Any = sqlite3.connect(log_database, isolation_level=None, timeout=10)
    else:
        raw = psycopg.connect(postgresql_url(log_database), autocommit=True)

    def run(statement: str, *values: object) -> list[tuple[Any, ...]]:
        if connection.vendor == "postgresql":
            statement = statement.replace("?", "%s")
        cursor = raw.execute(statement, values)
        return cursor.fetchall() if cursor.description else []

    yield run
    raw.close()


@pytest.fixture
def unguarded(bare: Run) -> Run:
    """As `bare`, with the triggers gone: whoever owns the database can always do that."""
    if connection.vendor == "sqlite":
        for (name,) in bare("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            bare(f"DROP TRIGGER {name}")
    else:
        bare("ALTER TABLE log_event DISABLE TRIGGER USER")
        bare("ALTER TABLE log_head DISABLE TRIGGER USER")
    return bare
