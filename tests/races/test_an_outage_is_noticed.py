"""Processes write down that they live; who starts after a gap knows that the site was away."""

import pytest

from solitaire.races import presence
from solitaire.races.models import Pulse
from solitaire.races.presence import Here, Presence

NOTHING = Here((), {})
START = 1_800_000_000_000


@pytest.fixture
def clock(database, monkeypatch, settings) -> list[int]:
    """The time is what stands here; a pulse every second, and 10 seconds are an outage."""
    now = [START]
    monkeypatch.setattr(presence, "now_ms", lambda: now[0])
    settings.RACES = {**settings.RACES, "pulse_s": 1, "outage_s": 10}
    return now


@pytest.fixture
def outages() -> list[tuple[int, int]]:
    return []


def process(outages: list[tuple[int, int]]) -> Presence:
    return Presence(lambda begun, ended: outages.append((begun, ended)))


def test_a_process_that_starts_alone_is_sure_of_it_after_a_while(clock, outages):
    alone = process(outages)
    first = alone.beat(NOTHING)
    assert (first.up_since, first.alone, first.sure) == (START, True, False)
    clock[0] += 1500
    assert alone.beat(NOTHING).sure
    assert alone.beat(NOTHING).up_since == START


def test_a_process_that_starts_beside_another_keeps_what_the_site_was(clock, outages):
    old, new = process(outages), process(outages)
    old.beat(NOTHING)
    clock[0] += 5000
    old.beat(NOTHING)
    clock[0] += 100
    assert not new.beat(NOTHING).sure
    clock[0] += 900
    old.beat(Here((), {"race": 3}))
    clock[0] += 100
    standing = new.beat(Here((), {"race": 2}))
    assert standing == (START, False, True, {"race": 3})
    assert old.beat(NOTHING).watching == {"race": 2}


def test_a_process_that_starts_after_another_was_killed_knows_it_was_away(clock, outages):
    process(outages).beat(NOTHING)
    clock[0] += 3000
    new = process(outages)
    new.beat(NOTHING)
    clock[0] += 2000
    standing = new.beat(NOTHING)
    assert (standing.up_since, standing.alone, standing.sure) == (START + 3000, True, True)
    assert outages == [(0, START)]  # before the very first pulse the site was not there at all


def test_an_outage_is_told_of_before_the_pulse_that_ends_it(clock, outages):
    process(outages).beat(NOTHING)
    clock[0] += 10_001

    def die(begun: int, ended: int) -> None:
        outages.append((begun, ended))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Presence(die).beat(NOTHING)
    clock[0] += 1000
    process(outages).beat(NOTHING)
    assert [begun for begun, _ in outages[-2:]] == [START, START]


def test_a_process_that_could_not_write_for_long_was_away_itself(clock, outages):
    stalled = process(outages)
    stalled.beat(NOTHING)
    clock[0] += 20_000
    assert stalled.beat(NOTHING).up_since == START + 20_000
    assert outages[-1] == (START, START + 20_000)


def test_processes_long_gone_leave_nothing_behind(clock, outages):
    process(outages).beat(NOTHING)
    clock[0] += 3_700_000
    process(outages).beat(NOTHING)
    assert Pulse.objects.count() == 1
