"""A command sent twice has one effect, and one answer."""

import threading

import pytest

from solitaire.log import milestones, store
from solitaire.log.event import Milestone
from solitaire.log.store import Conflict
from tests.log.appends import append, submit


@pytest.fixture
def first():
    """What the command `c-1` brought: two events behind version 1; three more follow, two of them of one append."""
    append("game:a", 0, "d")
    events = append("game:a", 1, "w3", "45", command="c-1")
    append("game:a", 3, "d", "d")
    append("game:a", 5, "d", command="c-2")
    return events


@pytest.mark.parametrize("after", [1, 0, 3, 6, 99], ids=["same", "older", "newer", "head", "future"])
def test_it_gets_its_own_events_whatever_version_it_names(first, after):
    assert append("game:a", after, "w3", "45", command="c-1") == first
    assert store.head("game:a").version == 6


def test_it_gets_them_even_if_something_else_is_asked_this_time(first):
    assert append("game:a", 6, "12", "13", "14", command="c-1") == first
    assert append("game:a", 6, command=None) == ()


def test_only_the_first_event_bears_the_command(first):
    assert [event.command for event in first] == ["c-1", None]
    assert [event.command for event in store.read("game:a")] == [None, "c-1", None, None, None, "c-2"]


def test_another_stream_may_use_the_same_id(first):
    assert append("game:b", 0, "d", command="c-1")[0].stream == "game:b"


def test_a_conflict_is_not_remembered():
    with pytest.raises(Conflict):
        append("game:a", 1, "d", command="c-1")
    assert append("game:a", 0, "d", command="c-1")[0].version == 1


def test_its_milestone_is_not_announced_again():
    heard = []
    milestones.listen("won", lambda state, events: heard.append(state))
    for _ in range(2):
        append("game:a", 0, "wf", command="c-1", milestone=Milestone("won", "a"))
    assert heard == ["a"]


def test_twice_in_one_batch_is_once():
    free = threading.Event()
    milestones.listen("wait", lambda state, events: free.wait(10))
    waiting = submit("game:other", 0, "d", milestone=Milestone("wait", None))
    twins = [submit("game:a", 0, "d", command="c-1") for _ in range(3)]
    free.set()
    assert len({twin.result(10) for twin in twins}) == 1
    assert store.head("game:a").version == 1
    waiting.result(10)
