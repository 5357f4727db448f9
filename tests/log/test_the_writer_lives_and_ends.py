"""The writer's thread: one a process, bounded, ended in order, and not ended by a database that fails."""

import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import suppress
from itertools import count

import psycopg
import pytest
from django.conf import settings
from django.db import connection, connections

from solitaire.log import milestones, store, writer
from solitaire.log.event import Append, Milestone, NewEvent
from solitaire.log.writer import Unavailable, Writer
from tests.databases import POSTGRESQL_URL
from tests.log.appends import an_append, append, submit

sqlite_only = pytest.mark.parametrize("log_database", ["database"], indirect=True, ids=["sqlite"])

MOVE = (NewEvent("move", "d"),)


@pytest.fixture
def held():
    """Keeps the writer busy until it is called."""
    started, free = threading.Event(), threading.Event()
    milestones.listen("hold", lambda state, events: (started.set(), free.wait(30)))
    submit("hold:it", 0, "d", milestone=Milestone("hold", None))
    assert started.wait(10)
    yield free.set
    free.set()


@pytest.fixture
def failing(log_database, monkeypatch):
    """Makes the database fail, and whole again: locked on SQLite, gone on PostgreSQL."""
    writer.stop()
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connections.settings["default"]["OPTIONS"], "timeout", 0.05)
        yield from _locked(log_database)
    else:
        yield from _gone(log_database)


def _locked(path):
    raw = sqlite3.connect(path, isolation_level=None)
    yield lambda: raw.execute("BEGIN IMMEDIATE"), lambda: raw.execute("ROLLBACK")
    raw.close()


def _gone(name):
    def fail():
        admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])

    def mend():
        admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        connection.close()

    with psycopg.connect(POSTGRESQL_URL, autocommit=True) as admin:
        yield fail, mend
        mend()


def test_a_process_has_one_writer():
    assert writer.current() is writer.current()
    names = [thread.name for thread in threading.enumerate()]
    assert names.count("log-writer") == 1


def test_it_keeps_its_own_connection():
    seen = []
    milestones.listen("look", lambda state, events: seen.append(connection.connection))
    for version in range(3):
        append("game:a", version, "d", milestone=Milestone("look", None))
    assert len(set(map(id, seen))) == 1
    assert seen[0] is not connection.connection


def test_stopping_appends_all_that_wait(held):
    mine = writer.current()
    waiting = [submit(f"game:{n}", 0, "d") for n in range(100)]
    stopping = threading.Thread(target=mine.stop)
    stopping.start()
    with suppress(Unavailable):
        for n in count(100):  # until the other thread has come to it
            waiting.append(mine.submit(an_append(f"game:{n}", 0, "d")))
            time.sleep(0.001)
    held()
    stopping.join(30)
    assert len(waiting) >= 100
    assert all(future.result(0)[0].version == 1 for future in waiting)


def test_nothing_is_taken_after_the_end():
    mine = Writer()
    mine.stop()
    mine.stop()
    with pytest.raises(Unavailable, match="the log's writer has stopped"):
        mine.submit(Append("game:a", 0, MOVE))


def test_another_can_be_started_afterwards():
    append("game:a", 0, "d")
    writer.stop()
    assert append("game:a", 1, "d")[0].version == 2


def test_stopping_none_is_nothing():
    writer.stop()
    writer.stop()


def test_so_many_may_wait_and_no_more(held, monkeypatch):
    monkeypatch.setattr(writer, "QUEUE", 10)
    waiting = [submit(f"game:{n}", 0, "d") for n in range(10)]
    with pytest.raises(Unavailable, match="10 appends are waiting already"):
        submit("game:more", 0, "d")
    held()
    assert all(future.result(30) for future in waiting)
    assert append("game:more", 0, "d")[0].version == 1


def test_a_failed_database_is_a_clear_error_and_no_end(failing, caplog):
    fail, mend = failing
    append("game:a", 0, "d")
    fail()
    with pytest.raises(Unavailable, match="the log could not be written: "):
        append("game:a", 1, "w3", command="c-1")
    assert "the log could not be written" in caplog.text
    mend()
    assert append("game:a", 1, "w3", command="c-1")[0].version == 2
    assert store.check("game:a") == []


def test_each_that_waited_for_a_failed_database_has_an_error_of_its_own(failing):
    fail, _ = failing
    append("game:a", 0, "d")
    fail()
    errors = [future.exception(30) for future in [submit(f"game:{n}", 0, "d") for n in range(5)]]
    assert all(isinstance(error, Unavailable) for error in errors)
    assert len(set(map(id, errors))) == 5


@pytest.mark.postgresql
@pytest.mark.parametrize("log_database", ["emptied_postgresql_database"], indirect=True, ids=["postgresql"])
def test_a_lost_connection_is_made_again_without_anybody_noticing(log_database):
    append("game:a", 0, "d")
    connection.close()
    with psycopg.connect(POSTGRESQL_URL, autocommit=True) as admin:
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [log_database])
    assert append("game:a", 1, "d")[0].version == 2


SCRIPT = """
import os, sys
from django.conf import settings

settings.configure(
    INSTALLED_APPS=["solitaire.log"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[1],
                           "OPTIONS": {"transaction_mode": "IMMEDIATE"}}},
)
import django

django.setup()
from solitaire.log import writer
from solitaire.log.event import Append, NewEvent


def submit(stream):
    return writer.current().submit(Append(stream, 0, (NewEvent("move", "d"),)))


submit("game:parent").result(30)
child = os.fork()
if child == 0:
    submit("game:child").result(30)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
for n in range(100):
    submit(f"game:{n}")  # nobody waits for these: the process ends
"""


@sqlite_only
def test_a_forked_process_has_a_writer_of_its_own_and_one_that_ends_leaves_nothing_undone(log_database):
    subprocess.run([sys.executable, "-c", SCRIPT, str(log_database)], check=True, timeout=60, cwd=settings.BASE_DIR)
    assert store.head("game:parent").version == store.head("game:child").version == 1
    assert store.counts().streams == 102
