"""What the log would never take is refused at once, saying what is wrong and what is allowed."""

import datetime
import re

import pytest

from solitaire.log import event, store, writer
from solitaire.log.event import Append, NewEvent

pytestmark = pytest.mark.parametrize("log_database", ["database"], indirect=True, ids=["sqlite"])

MOVE = (NewEvent("move", "d"),)


def deep(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (Append("", 0, MOVE), "stream '': 1 to 80 characters"),
        (Append("game:" + "a" * 76, 0, MOVE), "1 to 80 characters are allowed"),
        (Append("game:é", 0, MOVE), "ASCII letters, digits, and any of _ . : -"),
        (Append("game:a\n", 0, MOVE), r"stream 'game:a\n'"),
        (Append("game:a", -1, MOVE), "after is -1: a version to follow is 0 (a new stream) or more"),
        (Append("game:a", 0, MOVE, "ana@example.org"), "who 'ana@example.org': 1 to 40 characters"),
        (Append("game:a", 0, MOVE, "a" * 41), "who"),
        (Append("game:a", 0, MOVE, ""), "who ''"),
        (Append("game:a", 0, MOVE, "ana", "c" * 81), "command"),
        (Append("game:a", 0, MOVE, "ana", "c 1"), "command 'c 1'"),
        (Append("game:a", 0, (), "ana", "c-1"), "leave it out"),
        (Append("game:a", 0, MOVE * 101), "101 events in one append: at most 100 are allowed"),
        (Append("game:a", 0, (NewEvent("", 1),)), "kind ''"),
        (Append("game:a", 0, (NewEvent("solitaire.log.Event", 1),)), "lower-case letters, digits and hyphens"),
        (Append("game:a", 0, (NewEvent("m" * 41, 1),)), "at most 40"),
        (Append("game:a", 0, (NewEvent("move", "x" * 16_383),)), "takes 16385 bytes: at most 16384 are allowed"),
        (Append("game:a", 0, (NewEvent("move", float("nan")),)), "the data of move is no JSON value"),
        (Append("game:a", 0, (NewEvent("move", float("inf")),)), "no JSON value"),
        (Append("game:a", 0, (NewEvent("move", {1: 2}),)), "no JSON value"),
        (Append("game:a", 0, (NewEvent("move", ("a",)),)), "no JSON value"),
        (Append("game:a", 0, (NewEvent("move", b"a"),)), "no JSON value"),
        (Append("game:a", 0, (NewEvent("move", datetime.date(2026, 11, 30)),)), "no JSON value"),
        (Append("game:a", 0, (NewEvent("move", "\ud800"),)), "no JSON value"),
        (Append("game:a", 0, (NewEvent("move", object()),)), "no JSON value"),
        (Append("game:a", 0, (NewEvent("move", deep(5000)),)), "no JSON value"),
    ],
)
async def test_it_says_what_is_wrong_and_what_is_allowed(bad, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        writer.current().submit(bad)
    with pytest.raises(ValueError, match=re.escape(message)):
        await writer.current().append(bad)


def test_a_long_name_is_not_repeated_whole():
    with pytest.raises(ValueError, match="stream") as caught:
        writer.current().submit(Append("x" * 10_000, 0, MOVE))
    assert len(str(caught.value)) < 300


def test_what_is_just_allowed_is_taken():
    append = Append("s" * 80, 0, (NewEvent("k" * 40, "x" * 16_382),) * 100, "w" * 40, "c" * 80)
    events = writer.current().submit(append).result(30)
    assert store.read("s" * 80) == list(events)
    assert len(events) == event.EVENTS_PER_APPEND


@pytest.mark.parametrize("data", ["w3", "", 0, -1.5, None, True, [], {}, "\x00é😀\u2028", {"a": [1, {"b": None}]}])
def test_any_json_value_is_taken(data):
    (written,) = writer.current().submit(Append("game:a", 0, (NewEvent("move", data),))).result(30)
    assert written.data == data
    assert store.read("game:a") == [written]
