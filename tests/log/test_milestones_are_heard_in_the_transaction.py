"""Who listens to a milestone writes in the append's own transaction, or undoes it."""

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction

from solitaire.log import milestones, store
from solitaire.log.event import Milestone
from solitaire.log.store import Conflict
from tests.log.appends import append


def write_a_row(state, events):
    """Some row of some table, as a listener would."""
    ContentType.objects.create(app_label="test", model=state)


def rows():
    return list(ContentType.objects.filter(app_label="test").values_list("model", flat=True))


def refuse(state, events):
    raise LookupError(state)


def test_a_listener_is_given_the_state_and_the_events():
    heard = []
    milestones.listen("won", lambda state, events: heard.append((state, events)))
    events = append("game:a", 0, "wf", "1f", milestone=Milestone("won", {"cards": 52}))
    assert heard == [({"cards": 52}, events)]


def test_only_those_are_called_who_listen_to_that_name():
    milestones.listen("lost", refuse)
    append("game:a", 0, "d", milestone=Milestone("won", None))
    append("game:a", 1, "d")


def test_an_append_without_events_announces_its_milestone():
    heard = []
    milestones.listen("seen", lambda state, events: heard.append(events))
    append("game:a", 0, milestone=Milestone("seen", None))
    assert heard == [()]


def test_a_listener_listens_once():
    heard = []
    listener = lambda state, events: heard.append(state)  # noqa: E731
    milestones.listen("won", listener)
    milestones.listen("won", listener)
    append("game:a", 0, "wf", milestone=Milestone("won", 1))
    assert heard == [1]


def test_rows_and_events_come_together():
    milestones.listen("won", write_a_row)
    append("game:a", 0, "wf", milestone=Milestone("won", "a-row"))
    assert rows() == ["a-row"]


def test_a_listener_that_raises_undoes_events_and_rows_of_all():
    milestones.listen("won", write_a_row)
    milestones.listen("won", refuse)
    with pytest.raises(LookupError, match="a-row"):
        append("game:a", 0, "wf", milestone=Milestone("won", "a-row"))
    assert rows() == []
    assert store.read("game:a") == []
    assert store.head("game:a") is None


def test_a_row_that_the_database_refuses_fails_its_append():
    milestones.listen("won", write_a_row)
    append("game:a", 0, "wf", milestone=Milestone("won", "a-row"))
    with pytest.raises(IntegrityError):
        append("game:b", 0, "wf", milestone=Milestone("won", "a-row"))
    assert store.head("game:b") is None
    assert append("game:c", 0, "d")[0].version == 1


def test_a_listener_sees_the_events_in_the_log():
    seen = []
    milestones.listen("won", lambda state, events: seen.append(store.read("game:a")))
    events = append("game:a", 0, "wf", milestone=Milestone("won", None))
    assert seen == [list(events)]


def test_what_a_listener_wants_done_on_commit_is_done_then():
    done = []

    def listener(state, events):
        transaction.on_commit(lambda: done.append(store.read("game:a")))
        assert done == []

    milestones.listen("won", listener)
    events = append("game:a", 0, "wf", milestone=Milestone("won", None))
    assert done == [list(events)]


def test_what_fails_after_the_commit_is_no_failure_of_the_append(caplog):
    milestones.listen("won", lambda state, events: transaction.on_commit(lambda: refuse("too late", events)))
    assert append("game:a", 0, "wf", milestone=Milestone("won", None))[0].version == 1
    assert "too late" in caplog.text
    assert append("game:a", 1, "d")[0].version == 2


def test_an_undone_append_has_nothing_done_on_commit():
    done = []
    milestones.listen("won", lambda state, events: transaction.on_commit(lambda: done.append(state)))
    milestones.listen("won", refuse)
    with pytest.raises(LookupError):
        append("game:a", 0, "wf", milestone=Milestone("won", "a"))
    append("game:a", 0, "d")
    assert done == []


def test_a_conflict_announces_nothing():
    milestones.listen("won", refuse)
    with pytest.raises(Conflict):
        append("game:a", 7, "wf", milestone=Milestone("won", None))
