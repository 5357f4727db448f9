"""All streams there are, in order, a page at a time."""

import pytest

from solitaire.log import store
from solitaire.log.models import EventRow, HeadRow
from tests.log.appends import append


@pytest.fixture(params=[1, 2, 3, 1000])
def some_streams(request, monkeypatch):
    """Streams of which some names begin with others, read in pages of several sizes."""
    monkeypatch.setattr(store, "PAGE", request.param)
    names = ["game:a", "game:aa", "game:b", "game-b", "game:Z", "player:a", "gamez"]
    for name in names:
        append(name, 0, "d", "d")
    return sorted(names)


def test_streams_come_by_name_each_once(some_streams):
    assert list(store.streams()) == some_streams


def test_streams_without_a_head_and_without_events_are_among_them(some_streams, unguarded):
    unguarded("DELETE FROM log_head WHERE stream IN ('game:Z', 'player:a')")
    unguarded("DELETE FROM log_event WHERE stream IN ('game-b', 'gamez')")
    assert list(store.streams()) == some_streams


def test_heads_come_by_name(some_streams):
    assert [head.stream for head in store.heads()] == some_streams
    assert [head.version for head in store.heads()] == [2] * len(some_streams)


@pytest.mark.parametrize(
    ("prefix", "found"),
    [
        ("game:", ["game:Z", "game:a", "game:aa", "game:b"]),
        ("game:a", ["game:a", "game:aa"]),
        ("player:", ["player:a"]),
        ("race:", []),
        ("z", []),
    ],
)
def test_heads_of_one_sort(some_streams, prefix, found):
    assert [head.stream for head in store.heads(prefix)] == found


def test_heads_of_named_streams_are_those_that_exist(some_streams):
    wanted = ["gamez", "game:none", "game:a", "player:a", "player:none"]
    assert sorted(head.stream for head in store.heads_of(wanted)) == ["game:a", "gamez", "player:a"]
    assert list(store.heads_of([])) == []


def test_they_are_counted(some_streams):
    assert store.counts() == (len(some_streams), 2 * len(some_streams))


def test_an_empty_log_has_none():
    assert list(store.streams()) == list(store.heads()) == []
    assert store.counts() == (0, 0)


def test_django_shows_events_and_heads_by_name_and_version():
    append("game:a", 0, "d")
    assert str(EventRow.objects.get()) == "game:a 1 move"
    assert str(HeadRow.objects.get()) == "game:a 1"
