"""Appends that wait at the same moment share a transaction; each has an outcome of its own."""

import asyncio
import threading
from concurrent.futures import wait as wait_for

import pytest
from django.db import connection

from solitaire.log import milestones, store, writer
from solitaire.log.backend import backend_of
from solitaire.log.event import Milestone
from solitaire.log.store import Conflict
from solitaire.log.writer import Unavailable, Writer
from tests.log.appends import an_append, append, submit


@pytest.fixture
def batches(monkeypatch):
    """The sizes of the writer's batches, as they come."""
    sizes = []
    commit = Writer._commit

    def counted(self, connection, batch):
        outcomes = commit(self, connection, batch)
        sizes.append(len(batch))
        return outcomes

    monkeypatch.setattr(Writer, "_commit", counted)
    return sizes


@pytest.fixture
def held():
    """Keeps the writer in a transaction of its own until it is called: what is submitted meanwhile waits."""
    started, free = threading.Event(), threading.Event()

    def wait(state, events):
        started.set()
        free.wait(30)

    milestones.listen("hold", wait)
    holding = submit("hold:it", 0, "d", milestone=Milestone("hold", None))
    assert started.wait(10)

    def release():
        free.set()
        wait_for([holding], 30)

    yield release
    free.set()


def test_all_that_wait_share_one_transaction(batches, held):
    waiting = [submit(f"game:{n}", 0, "d") for n in range(50)]
    held()
    assert [future.result(30)[0].stream for future in waiting] == [f"game:{n}" for n in range(50)]
    assert batches == [51]


def test_whoever_comes_while_a_batch_is_written_joins_it_once(batches, held):
    late = []

    def come_late(state, events):
        late.append(submit("game:late", 0, "d"))

    milestones.listen("come", come_late)
    joining = submit("game:a", 0, "d", milestone=Milestone("come", None))
    held()
    assert joining.result(30)[0].version == late[0].result(30)[0].version == 1
    assert batches == [2, 1]


def test_a_single_append_does_not_wait_for_company(batches):
    for version in range(3):
        append("game:a", version, "d")
    assert batches == [1, 1, 1]


def test_appends_to_one_stream_follow_each_other_within_a_batch(held):
    waiting = [submit("game:a", version, "d") for version in range(20)]
    held()
    assert [future.result(30)[0].version for future in waiting] == list(range(1, 21))
    assert store.check("game:a") == []


def test_of_two_for_the_same_version_in_a_batch_the_first_is_taken(held):
    first, second = submit("game:a", 0, "d"), submit("game:a", 0, "r")
    held()
    assert first.result(30)[0].data == "d"
    with pytest.raises(Conflict) as caught:
        second.result(30)
    assert caught.value.head == 1


def test_one_bad_append_fails_alone(held):
    def refuse(state, events):
        raise LookupError(state)

    milestones.listen("refuse", refuse)
    good = [submit(f"game:{n}", 0, "d") for n in range(5)]
    bad = submit("game:bad", 0, "d", milestone=Milestone("refuse", "no"))
    stale = submit("game:1", 0, "d")
    late = [submit(f"game:{n}", 1, "d") for n in range(5)]
    held()
    with pytest.raises(LookupError, match="no"):
        bad.result(30)
    with pytest.raises(Conflict):
        stale.result(30)
    assert [future.result(30)[0].version for future in good + late] == [1] * 5 + [2] * 5
    assert store.head("game:bad") is None
    assert store.read("game:bad") == []


def test_a_transaction_that_ends_by_itself_leaves_nothing_half_done(held):
    """As SQLite ends one when the disk is full: what was written before is gone, and nothing may follow."""

    def end(state, events):
        connection.connection.rollback()
        raise LookupError

    milestones.listen("end", end)
    waiting = [submit("game:a", 0, "d"), submit("game:b", 0, "d", milestone=Milestone("end", None))]
    waiting += [submit("game:c", 0, "d"), submit("game:a", 1, "d")]
    held()
    assert [type(future.exception(30)) for future in waiting] == [Unavailable] * 4
    assert list(store.streams()) in ([], ["hold:it"])
    assert append("game:a", 0, "d")[0].version == 1


def test_what_follows_a_failed_append_of_its_stream_conflicts(held):
    def refuse(state, events):
        raise LookupError

    milestones.listen("refuse", refuse)
    bad = submit("game:a", 0, "d", milestone=Milestone("refuse", None))
    next_one = submit("game:a", 1, "d")
    held()
    assert isinstance(bad.exception(30), LookupError)
    assert isinstance(next_one.exception(30), Conflict)
    assert store.read("game:a") == []


def test_the_answer_comes_after_the_commit(bare):
    seen = []
    future = submit("game:a", 0, "d")
    future.add_done_callback(lambda _: seen.extend(bare_read()))

    def bare_read():
        return store.read("game:a")  # another thread's connection than the one that appended, or the writer's own

    future.result(30)
    assert bare("SELECT count(*) FROM log_event WHERE stream = ?", "game:a") == [(1,)]


def test_nothing_is_seen_before_the_commit(bare):
    started, free = threading.Event(), threading.Event()

    def wait(state, events):
        started.set()
        free.wait(30)

    milestones.listen("wait", wait)
    future = submit("game:a", 0, "d", milestone=Milestone("wait", None))
    assert started.wait(10)
    assert bare("SELECT count(*) FROM log_event") == [(0,)]
    assert not future.done()
    free.set()
    future.result(30)
    assert bare("SELECT count(*) FROM log_event") == [(1,)]


async def test_an_event_loop_is_called_once_a_batch(monkeypatch, batches):
    loop = asyncio.get_running_loop()
    calls = []
    call = loop.call_soon_threadsafe
    monkeypatch.setattr(loop, "call_soon_threadsafe", lambda *args: calls.append(args) or call(*args))
    mine = writer.current()
    outcomes = await asyncio.gather(*(mine.append(an_append(f"game:{n}", 0, "d")) for n in range(100)))
    assert [events[0].stream for events in outcomes] == [f"game:{n}" for n in range(100)]
    assert len(calls) == len(batches) < 10


async def test_whoever_is_cancelled_leaves_the_others_their_answers(held):
    mine = writer.current()
    tasks = [asyncio.ensure_future(mine.append(an_append(f"game:{n}", 0, "d"))) for n in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    held()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(outcome, tuple) for outcome in outcomes] == [True, False, True]


def test_a_cancelled_future_leaves_the_others_their_answers(held):
    first, second = submit("game:a", 0, "d"), submit("game:b", 0, "d")
    assert first.cancel()
    held()
    assert second.result(30)[0].version == 1


def test_a_head_that_the_writer_knows_is_not_looked_up_where_the_insert_itself_shows_what_is_wrong(monkeypatch):
    backend = backend_of(connection)
    looked_up, look_up = [], backend.look_up
    monkeypatch.setattr(backend, "look_up", lambda raw, wanted: looked_up.append(list(wanted)) or look_up(raw, wanted))
    for version in range(3):
        append("game:a", version, "d", command=f"c-{version}")
    assert len(looked_up) == (1 if backend.REFUSES_WHAT_DOES_NOT_FOLLOW else 3)
    assert append("game:a", 3, "d", command="c-1")[0].version == 2
    assert append("game:a", 3, "d", command="c-3")[0].version == 4
    assert store.check("game:a") == []


async def test_a_round_of_the_event_loop_shares_a_commit(batches):
    mine = writer.current()
    await asyncio.gather(*(mine.append(an_append(f"game:{n}", 0, "d")) for n in range(50)))
    assert batches == [50]
