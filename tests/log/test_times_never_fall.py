"""Times in a stream never fall, whatever the clock does."""

import pytest

from solitaire.log import store, writer
from tests.log.appends import append


@pytest.fixture
def clock(monkeypatch):
    """Sets the writer's clock."""
    return lambda at: monkeypatch.setattr(writer, "now", lambda: at)


def test_an_event_has_the_time_of_its_append(clock):
    clock(1_700_000_000_123)
    assert append("game:a", 0, "d")[0].at == 1_700_000_000_123


def test_a_clock_that_goes_back_does_not_take_the_stream_along(clock):
    clock(2000)
    append("game:a", 0, "d")
    clock(1000)
    assert append("game:a", 1, "d")[0].at == 2000
    assert append("game:b", 0, "d")[0].at == 1000
    clock(3000)
    append("game:a", 2, "d")
    assert [event.at for event in store.read("game:a")] == [2000, 2000, 3000]


def test_the_clock_counts_milliseconds_since_1970():
    assert 1_700_000_000_000 < writer.now() < 100_000_000_000_000
