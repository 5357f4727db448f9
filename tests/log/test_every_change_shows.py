"""The digest chain and the heads: whatever is changed, cut or put in behind the triggers' back shows in a check."""

import json
from hashlib import sha256
from itertools import count

import pytest
from django.db import OperationalError, connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solitaire.log import store
from solitaire.log.event import Unreadable
from tests.log.appends import append, submit

NUMBERS = count()
LAW = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
LENGTH = 6

CHANGES = {
    "kind": "'other'",
    "data": "'\"zz\"'",
    "at": "at + 1",
    "who": "'eve'",
    "command": "'c-new'",
    "part": "part + 1",
}
NOTHINGS = {"who": "NULL", "command": "NULL"}


def a_stream(moves: int = LENGTH) -> str:
    """A fresh stream, each event with a command."""
    stream = f"game:{next(NUMBERS)}"
    for written in [submit(stream, version, f"w{version}", command=f"c-{version}") for version in range(moves)]:
        written.result(30)
    return stream


def bytes_of(text: str) -> str:
    """An SQL expression for the bytes of a digest written in hex."""
    return f"x'{text}'" if connection.vendor == "sqlite" else f"'\\x{text}'::bytea"


def test_a_sound_stream_has_no_problems():
    stream = a_stream()
    append(stream, LENGTH, "d", "d", "d")
    assert store.check(stream) == []


def test_a_long_stream_is_checked_page_by_page(monkeypatch, unguarded):
    monkeypatch.setattr(store, "PAGE", 4)
    stream = a_stream(10)
    assert store.check(stream) == []
    unguarded("UPDATE log_event SET kind = 'x' WHERE stream = ? AND version = 9", stream)
    assert store.check(stream) == ["version 9 does not fit its digest"]


def test_events_that_come_while_a_stream_is_checked_are_no_problem(monkeypatch):
    stream = a_stream()
    before = store.end(stream)
    append(stream, LENGTH, "d", "d")
    monkeypatch.setattr(store, "end", lambda stream: before)
    assert store.check(stream) == []


@pytest.mark.parametrize("log_database", ["database"], indirect=True, ids=["sqlite"])
@pytest.mark.parametrize("field", ["kind", "data", "who", "command"])
def test_bytes_that_are_no_text_show(unguarded, field):
    stream = a_stream()
    unguarded(f"UPDATE log_event SET {field} = CAST(x'ff' AS TEXT) WHERE stream = ? AND version = 3", stream)
    (problem,) = store.check(stream)
    assert problem.startswith("there are bytes behind version 0 that are no text: ")
    with pytest.raises(Unreadable):
        store.read(stream)


@pytest.mark.parametrize("log_database", ["database"], indirect=True, ids=["sqlite"])
def test_a_database_in_trouble_is_no_problem_of_a_stream(unguarded):
    stream = a_stream()
    unguarded("ALTER TABLE log_event RENAME TO elsewhere")
    with pytest.raises(OperationalError):
        store.read(stream)


@LAW
@given(version=st.integers(1, LENGTH), change=st.sampled_from([*CHANGES.items(), *NOTHINGS.items()]))
def test_a_changed_field_shows(unguarded, version, change):
    stream = a_stream()
    field, value = change
    unguarded(f"UPDATE log_event SET {field} = {value} WHERE stream = ? AND version = ?", stream, version)
    assert f"version {version} does not fit its digest" in store.check(stream)


@LAW
@given(version=st.integers(1, LENGTH), bit=st.integers(0, 255))
def test_a_changed_digest_shows(unguarded, version, bit):
    stream = a_stream()
    digest = bytearray(store.read(stream)[version - 1].digest)
    digest[bit // 8] ^= 1 << bit % 8
    unguarded(
        f"UPDATE log_event SET digest = {bytes_of(digest.hex())} WHERE stream = ? AND version = ?", stream, version
    )
    assert store.check(stream)[0] == f"version {version} does not fit its digest"


@LAW
@given(first=st.integers(1, LENGTH), length=st.integers(1, LENGTH))
def test_a_cut_shows_wherever_it_is(unguarded, first, length):
    stream = a_stream()
    last = min(first + length - 1, LENGTH)
    unguarded("DELETE FROM log_event WHERE stream = ? AND version BETWEEN ? AND ?", stream, first, last)
    if last == LENGTH:
        assert store.check(stream) == [f"the head is at version {LENGTH}, the last event is version {first - 1}"]
    else:
        missing = f"version {first} is" if first == last else f"versions {first} to {last} are"
        assert store.check(stream) == [f"{missing} missing"]


@LAW
@given(first=st.integers(1, LENGTH), second=st.integers(1, LENGTH))
def test_a_swap_shows(unguarded, first, second):
    stream = a_stream()
    for here, there in ((first, 99), (second, first), (99, second)):
        unguarded("UPDATE log_event SET version = ? WHERE stream = ? AND version = ?", there, stream, here)
    assert bool(store.check(stream)) == (first != second)


@LAW
@given(first=st.integers(1, LENGTH))
def test_events_moved_to_another_stream_show(unguarded, first):
    stream, other = a_stream(), a_stream()
    unguarded("DELETE FROM log_event WHERE stream = ? AND version >= ?", other, first)
    unguarded("UPDATE log_event SET stream = ? WHERE stream = ? AND version >= ?", other, stream, first)
    assert store.check(stream)
    assert store.check(other)


@LAW
@given(version=st.integers(1, LENGTH))
def test_a_stream_rewritten_with_fitting_digests_does_not_fit_its_head(unguarded, version):
    stream = a_stream()
    events = store.read(stream)
    digest = events[version - 2].digest if version > 1 else bytes(32)
    for event in events[version - 1 :]:
        data = '"zz"' if event.version == version else json.dumps(event.data)
        fields = [stream, event.version, event.kind, data, event.at, event.who, event.command, event.part]
        digest = sha256(digest + json.dumps(fields, separators=(",", ":")).encode()).digest()
        unguarded(
            f"UPDATE log_event SET data = ?, digest = {bytes_of(digest.hex())} WHERE stream = ? AND version = ?",
            data,
            stream,
            event.version,
        )
    assert store.check(stream) == [f"the head does not fit version {LENGTH}"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (f"version = {LENGTH - 1}", f"the head is at version {LENGTH - 1}, the last event is version {LENGTH}"),
        (f"version = {LENGTH + 3}", f"the head is at version {LENGTH + 3}, the last event is version {LENGTH}"),
        ("digest = {zeros}", f"the head does not fit version {LENGTH}"),
        ("at = at + 1", f"the head does not fit version {LENGTH}"),
    ],
)
def test_a_changed_head_shows(unguarded, change, problem):
    stream = a_stream()
    unguarded(f"UPDATE log_head SET {change.format(zeros=bytes_of('00' * 32))} WHERE stream = ?", stream)
    assert store.check(stream) == [problem]


def test_a_missing_head_shows(unguarded):
    stream = a_stream()
    unguarded("DELETE FROM log_head WHERE stream = ?", stream)
    assert store.check(stream) == ["it has events but no head"]


def test_a_head_without_events_shows(unguarded):
    stream = a_stream()
    unguarded("DELETE FROM log_event WHERE stream = ?", stream)
    assert store.check(stream) == [f"the head is at version {LENGTH}, the last event is version 0"]


def test_a_stream_that_never_was_is_a_problem():
    assert store.check("game:none") == ["there is no such stream"]


def test_a_time_that_falls_and_data_that_is_no_json_show_as_what_they_are(unguarded):
    stream = a_stream()
    unguarded("UPDATE log_event SET at = 1 WHERE stream = ? AND version = 4", stream)
    unguarded("UPDATE log_event SET data = 'w3' WHERE stream = ? AND version = 5", stream)
    *problems, no_json = store.check(stream)
    assert problems == [
        "version 4 does not fit its digest",
        "version 4 is earlier than the one before it",
        "version 5 does not fit its digest",
    ]
    assert no_json.startswith("the data of version 5 is no JSON: ")
    with pytest.raises(Unreadable, match="version 5"):
        store.read(stream)


def test_an_event_put_in_behind_the_last_shows(unguarded):
    stream = a_stream()
    unguarded(
        "INSERT INTO log_event (stream, version, kind, data, at, who, command, part, digest)"
        f" SELECT stream, version + 1, kind, data, at, who, NULL, part, digest FROM log_event"
        f" WHERE stream = ? AND version = {LENGTH}",
        stream,
    )
    assert store.check(stream) == [
        f"version {LENGTH + 1} does not fit its digest",
        f"the head is at version {LENGTH}, the last event is version {LENGTH + 1}",
    ]
