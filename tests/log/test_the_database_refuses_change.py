"""What is written stays: the database itself refuses whoever comes with a shell of their own."""

import sqlite3

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from solitaire.log import store
from tests.log.appends import append

REFUSED = (sqlite3.IntegrityError, psycopg.errors.IntegrityConstraintViolation, psycopg.errors.UniqueViolation)
EVENT = "stream, version, command, digest, kind, data, at, part"
DIGEST = {"sqlite": "zeroblob(32)", "postgresql": "'\\x00'::bytea"}

ON_BOTH = {
    "update an event": "UPDATE log_event SET data = '\"1f\"' WHERE version = 1",
    "update a digest": "UPDATE log_event SET digest = digest",
    "move an event to another stream": "UPDATE log_event SET stream = 'game:z' WHERE version = 2",
    "delete an event": "DELETE FROM log_event WHERE stream = 'game:a' AND version = 2",
    "delete all events": "DELETE FROM log_event",
    "write over an event": "INSERT INTO log_event ({event}) VALUES ('game:a', 2, NULL, {rest})"
    " ON CONFLICT (stream, version) DO UPDATE SET data = excluded.data",
    "write an event twice": "INSERT INTO log_event ({event}) VALUES ('game:a', 2, NULL, {rest})",
    "write a command twice": "INSERT INTO log_event ({event}) VALUES ('game:a', 3, 'c-1', {rest})",
    "update the digest of a head": "UPDATE log_head SET digest = {digest}",
    "move a head back": "UPDATE log_head SET version = 1",
    "give a head an earlier time": "UPDATE log_head SET version = 3, at = 1",
    "move a head to another stream": "UPDATE log_head SET stream = 'game:z', version = 9",
    "delete a head": "DELETE FROM log_head",
    "write over a head": "INSERT INTO log_head VALUES ('game:a', 1, {digest}, 1000000000000000)"
    " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, at = excluded.at",
}
ON_SQLITE = {
    "replace an event": "INSERT OR REPLACE INTO log_event ({event}) VALUES ('game:a', 2, NULL, {rest})",
    "replace an event by its command": "REPLACE INTO log_event ({event}) VALUES ('game:a', 3, 'c-1', {rest})",
    "replace an event by row number": "REPLACE INTO log_event (rowid, {event}) VALUES (1, 'game:a', 3, NULL, {rest})",
    "update or replace an event": "UPDATE OR REPLACE log_event SET version = 1 WHERE version = 2",
    "leave a gap": "INSERT INTO log_event ({event}) VALUES ('game:a', 4, NULL, {rest})",
    "begin behind version 1": "INSERT INTO log_event ({event}) VALUES ('game:z', 2, NULL, {rest})",
    "replace a head": "REPLACE INTO log_head VALUES ('game:a', 2, {digest}, 1000000000000000)",
}
ON_POSTGRESQL = {
    "truncate the events": "TRUNCATE log_event",
    "truncate the heads": "TRUNCATE log_head",
    "truncate whatever refers to something": "TRUNCATE log_event, log_head CASCADE",
    "merge": "MERGE INTO log_event USING (SELECT 1) one ON true WHEN MATCHED THEN DELETE",
}


@pytest.fixture
def kept(bare):
    """A stream of two events, the second with a command; what is in the tables must be the same after the test."""
    append("game:a", 0, "d")
    append("game:a", 1, "w3", command="c-1")

    def everything():
        return [bare(f"SELECT * FROM {table} ORDER BY 1, 2") for table in ("log_event", "log_head")]

    before = everything()
    yield bare
    assert everything() == before


def spelled(statement):
    """The statement with an event's columns, some digest, and the rest of an event's values filled in."""
    digest = DIGEST[connection.vendor]
    return statement.format(event=EVENT, digest=digest, rest=f"{digest}, 'move', '1', 9, 0")


def refused(bare, statement):
    with pytest.raises(REFUSED) as caught:
        bare(spelled(statement))
    assert "the log only grows" in str(caught.value) or isinstance(caught.value, psycopg.errors.UniqueViolation)


@pytest.mark.parametrize("statement", ON_BOTH.values(), ids=ON_BOTH.keys())
def test_nobody_can(kept, statement):
    refused(kept, statement)


@pytest.mark.parametrize("log_database", ["database"], indirect=True, ids=["sqlite"])
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
@pytest.mark.parametrize("statement", ON_SQLITE.values(), ids=ON_SQLITE.keys())
def test_nobody_can_on_sqlite(kept, recursive, statement):
    kept(f"PRAGMA recursive_triggers = {recursive}")
    refused(kept, statement)


@pytest.mark.postgresql
@pytest.mark.parametrize("log_database", ["emptied_postgresql_database"], indirect=True, ids=["postgresql"])
@pytest.mark.parametrize("statement", ON_POSTGRESQL.values(), ids=ON_POSTGRESQL.keys())
def test_nobody_can_on_postgresql(kept, statement):
    refused(kept, statement)


@pytest.mark.parametrize("log_database", ["database"], indirect=True, ids=["sqlite"])
@pytest.mark.parametrize(
    "values",
    ["(-1, 'game:a', 3, NULL, {rest})", "(0, 'game:a', 3, NULL, {rest})", "(NULL, 'game:a', 'x', NULL, {rest})"],
    ids=["hide behind -1", "hide behind 0", "put text for a number"],
)
def test_odd_values_are_refused_on_sqlite(kept, values):
    with pytest.raises(sqlite3.IntegrityError):
        kept(spelled("INSERT INTO log_event (rowid, {event}) VALUES " + values))


def test_an_ignored_insert_changes_nothing(kept):
    values = "({event}) VALUES ('game:a', 2, NULL, {rest})"
    if connection.vendor == "sqlite":
        refused(kept, f"INSERT OR IGNORE INTO log_event {values}")
    else:
        kept(spelled(f"INSERT INTO log_event {values} ON CONFLICT DO NOTHING"))


def test_django_cannot_flush_the_log(kept):
    with pytest.raises(CommandError):
        call_command("flush", interactive=False, verbosity=0)


def test_appending_goes_on_after_it_all(bare):
    append("game:a", 0, "d")
    refused(bare, "DELETE FROM log_event")
    append("game:a", 1, "w3")
    assert store.check("game:a") == []
