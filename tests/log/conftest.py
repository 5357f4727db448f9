"""The log on each database it runs on: what a test here says of one, it says of both."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection

from solitaire.log import milestones, writer
from tests import databases

ON_BOTH = ["database", pytest.param("emptied_postgresql_database", marks=pytest.mark.postgresql)]

Run = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture(scope="session")
def log_on_postgresql(postgresql_template: str) -> Iterator[str]:
    """The name of a migrated PostgreSQL database for the tests of the log, which come in hundreds."""
    with databases.new_postgresql_database(postgresql_template) as name:
        yield name


@pytest.fixture
def emptied_postgresql_database(log_on_postgresql: str, django_db_blocker: Any) -> Iterator[str]:
    """As `postgresql_database`, but the same one each time, emptied: much quicker than a new one."""
    with psycopg.connect(databases.postgresql_url(log_on_postgresql), autocommit=True) as admin:
        tables = ("log_event", "log_head", "django_content_type")
        for table in tables:
            admin.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        admin.execute(f"TRUNCATE {', '.join(tables)} CASCADE")
        for table in tables:
            admin.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
    with (
        django_db_blocker.unblock(),
        databases.django_on(**databases.postgresql_settings(log_on_postgresql)),
    ):
        yield log_on_postgresql
        writer.stop()


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
        raw = psycopg.connect(databases.postgresql_url(log_database), autocommit=True)

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
