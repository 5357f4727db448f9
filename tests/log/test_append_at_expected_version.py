"""Events follow the version they were made on, or are not written."""

import pytest

from solitaire.log import store, writer
from solitaire.log.event import Append, NewEvent
from solitaire.log.store import Conflict
from tests.log.appends import append


def test_a_stream_begins_behind_version_0():
    (event,) = writer.current().submit(Append("game:a", 0, (NewEvent("dealt", {"rules": 1}),), "ana", "c-1")).result()
    assert (event.stream, event.version, event.kind, event.data) == ("game:a", 1, "dealt", {"rules": 1})
    assert (event.who, event.command, event.part) == ("ana", "c-1", 0)


def test_what_was_appended_is_read_back_the_same():
    written = append("game:a", 0, "d", "w3") + append("game:a", 2, {"code": "KL", "n": [1, None, "é"]})
    assert store.read("game:a") == list(written)
    assert store.read("game:a", after=2) == list(written[2:])
    assert store.read("game:b") == []


def test_several_events_are_numbered_in_a_row():
    append("game:a", 0, "d")
    events = append("game:a", 1, "d", "w3", "45")
    assert [event.version for event in events] == [2, 3, 4]
    assert [event.part for event in events] == [0, 1, 2]


def test_versions_count_within_a_stream():
    assert append("game:a", 0, "d")[0].version == append("game:b", 0, "d")[0].version == 1


@pytest.mark.parametrize("after", [0, 1, 3, 9])
def test_a_conflict_names_the_head(after):
    append("game:a", 0, "d", "d")
    with pytest.raises(Conflict) as caught:
        append("game:a", after, "w3")
    assert (caught.value.stream, caught.value.head) == ("game:a", 2)


def test_a_conflict_on_a_stream_that_does_not_exist_names_version_0():
    with pytest.raises(Conflict) as caught:
        append("game:a", 1, "d")
    assert caught.value.head == 0


def test_a_conflict_writes_none_of_its_events():
    append("game:a", 0, "d")
    before = store.read("game:a"), store.head("game:a")
    with pytest.raises(Conflict):
        append("game:a", 0, "d", "d", "d")
    assert (store.read("game:a"), store.head("game:a")) == before


def test_the_head_moves_with_the_events():
    assert store.head("game:a") is None
    last = append("game:a", 0, "d", "w3")[-1]
    assert store.head("game:a") == ("game:a", 2, last.digest, last.at)


def test_an_append_without_events_is_judged_and_writes_nothing():
    append("game:a", 0, "d")
    assert append("game:a", 1) == ()
    with pytest.raises(Conflict):
        append("game:a", 0)
    assert store.head("game:a").version == 1


def test_the_site_itself_is_no_one():
    (event,) = writer.current().submit(Append("game:a", 0, (NewEvent("closed", {"why": "absent"}),))).result()
    assert event.who is None
    assert store.read("game:a") == [event]


async def test_an_event_loop_waits_for_the_same_outcomes():
    mine = writer.current()
    (event,) = await mine.append(Append("game:a", 0, (NewEvent("move", "d"),)))
    assert event.version == 1
    with pytest.raises(Conflict):
        await mine.append(Append("game:a", 0, (NewEvent("move", "d"),)))
