"""Fresh, migrated databases for tests.

Django empties its test database by deleting, which the event log refuses. So a test that touches the log gets a
database of its own: a copy of one that was migrated once.
"""

import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dj_database_url
import psycopg
from django.core.management import call_command
from django.db import connections

POSTGRESQL_URL = os.environ.get("TEST_POSTGRESQL_URL", "postgresql://samedeal:samedeal@127.0.0.1:5432/samedeal")
"""A role that may create databases; set `TEST_POSTGRESQL_URL` to use another."""


@contextmanager
def django_on(**changes: Any) -> Iterator[None]:
    """Point Django's default connection at another database for a while, in every thread that opens a new one."""
    before = connections.settings["default"]
    connections["default"].close()
    connections.settings["default"] = {**before, **changes}
    del connections["default"]
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"] = before
        del connections["default"]


def migrate_sqlite(path: Path) -> None:
    """Make a migrated SQLite database at `path`, whole in that one file."""
    with django_on(NAME=str(path)):
        call_command("migrate", verbosity=0)
        with connections["default"].cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def copy_sqlite(template: Path, path: Path) -> Path:
    """A copy of the migrated database."""
    return Path(shutil.copyfile(template, path))


def postgresql_refusal() -> str | None:
    """Why there is no PostgreSQL to test on, or None where there is one."""
    try:
        psycopg.connect(POSTGRESQL_URL, connect_timeout=3).close()
    except psycopg.OperationalError as error:
        return f"no PostgreSQL at TEST_POSTGRESQL_URL: {str(error).strip().splitlines()[0]}"
    return None


def postgresql_settings(name: str) -> dict[str, Any]:
    """Django's settings for the PostgreSQL database `name`."""
    return {**dj_database_url.parse(POSTGRESQL_URL), "NAME": name, "CONN_MAX_AGE": 0, "OPTIONS": {}}


def postgresql_url(name: str) -> str:
    """The address of the PostgreSQL database `name`, as DATABASE_URL takes it."""
    return POSTGRESQL_URL.rsplit("/", 1)[0] + "/" + name


def _drop(admin: psycopg.Connection, name: str) -> None:
    """Drop a database; one that the server is just cleaning up by itself, which it lets nobody end, in a moment."""
    deadline = time.monotonic() + 30
    while True:
        try:
            admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        except psycopg.errors.InsufficientPrivilege:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return


@contextmanager
def new_postgresql_database(template: str | None = None) -> Iterator[str]:
    """The name of a new database, a copy of `template` where one is named; dropped at the end."""
    name = f"samedeal_test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(POSTGRESQL_URL, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
        try:
            yield name
        finally:
            _drop(admin, name)
