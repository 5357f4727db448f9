"""Several processes append to one log: each stream still has one event for each version."""

from concurrent.futures import ThreadPoolExecutor, wait
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solitaire.log import store
from solitaire.log.store import Conflict
from solitaire.log.writer import Writer
from tests.log.appends import an_append

NUMBERS = count()


@pytest.fixture
def writers(log_database):
    """Three writers on one database, as three processes have them."""
    three = [Writer() for _ in range(3)]
    yield three
    for writer in three:
        writer.stop()


def test_a_writer_that_knows_a_head_notices_that_another_has_moved_it(writers):
    mine, other, _ = writers
    mine.submit(an_append("game:a", 0, "d")).result(30)
    other.submit(an_append("game:a", 1, "d", command="c-1")).result(30)
    with pytest.raises(Conflict) as caught:
        mine.submit(an_append("game:a", 1, "r")).result(30)
    assert caught.value.head == 2
    with pytest.raises(Conflict):
        mine.submit(an_append("game:a", 1)).result(30)
    assert [event.version for event in mine.submit(an_append("game:a", 2, "d")).result(30)] == [3]
    assert store.check("game:a") == []


APPENDS = st.lists(
    st.tuples(
        st.integers(0, 2),  # writer
        st.integers(0, 2),  # stream
        st.integers(0, 4),  # after
        st.integers(0, 3),  # how many events
        st.none() | st.integers(0, 5),  # command
    ),
    max_size=40,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(appends=APPENDS)
def test_any_interleaving_leaves_gapless_versions_and_fitting_digests(writers, appends):
    run = f"game:{next(NUMBERS)}"
    waiting = []
    for writer, stream, after, size, command in appends:
        name = f"c-{command}" if command is not None and size else None
        append = an_append(f"{run}-{stream}", after, *["d"] * size, command=name)
        waiting.append((append, writers[writer].submit(append)))
    wait([future for _, future in waiting], 60)
    commands = {}
    for append, future in waiting:
        if isinstance(future.exception(), Conflict):
            continue
        events = future.result()
        assert [event.version for event in events] == [events[0].version + n for n in range(len(events))]
        if append.command is not None:
            assert commands.setdefault((append.stream, append.command), events) == events
    for stream in range(3):
        events = store.read(f"{run}-{stream}")
        assert [event.version for event in events] == list(range(1, len(events) + 1))
        if events:
            assert store.check(f"{run}-{stream}") == []


def test_of_many_at_the_same_version_exactly_one_is_taken(writers):
    for version in range(20):
        futures = [writer.submit(an_append("game:a", version, n)) for n, writer in enumerate(writers)]
        errors = [future.exception(30) for future in futures]
        assert errors.count(None) == 1
        assert {error.head for error in errors if error} == {version + 1}
    assert store.check("game:a") == []


def test_one_command_sent_to_all_of_them_has_one_effect(writers):
    for version in range(20):
        futures = [
            writer.submit(an_append("game:a", version, n, command=f"c-{version}")) for n, writer in enumerate(writers)
        ]
        assert len({future.result(30) for future in futures}) == 1
    assert store.head("game:a").version == 20


def many(writer, names, first):
    """The errors of three appends to each of `names`, in their order, the first behind version `first`."""
    futures = [writer.submit(an_append(name, first + n, "d")) for n in range(3) for name in names]
    return [future.exception(30) for future in futures]


@pytest.mark.parametrize("first", [0, 1], ids=["new streams", "old streams"])
def test_crossing_batches_do_not_wait_for_each_other(writers, first, caplog):
    """In opposite orders: whoever locks streams as they come would lock the others out."""
    names = [f"game:{n}" for n in range(40)]
    if first:
        wait([writers[2].submit(an_append(name, 0, "d")) for name in names], 30)
    with caplog.at_level("DEBUG", "solitaire.log.writer"), ThreadPoolExecutor(2) as pool:
        forth = pool.submit(many, writers[0], names, first)
        back = pool.submit(many, writers[1], names[::-1], first)
        errors = forth.result(60) + back.result(60)
    assert {type(error) for error in errors} <= {type(None), Conflict}
    assert [name for name in names if store.check(name)] == []
    if first:
        assert "one by one" not in caplog.text, "a stream that has a head is locked by it"
