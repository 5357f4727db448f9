"""A deal of the day: its stream, its seal, and days in a row."""

import hashlib
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire.daily.day import Streak, begin, date_at, fold, key_of, read_key, start_of, streak
from solitaire.log.event import Event

KEY, CODE = "2030-03-09:D1", "KL2-D1N-UXIDO-GXUGJ-TBOYO-PXUPM"
TODAY = date(2030, 3, 9)


def event(version: int, kind: str, data: object) -> Event:
    return Event(f"daily:{KEY}", version, kind, data, 1000 * version, None, None, b"")


DRAWN, REVEALED = event(1, "drawn", {"code": CODE}), event(2, "revealed", {})


def test_the_hash_is_known_from_the_beginning_and_the_code_is_secret_until_it_is_revealed():
    day = begin(KEY, DRAWN)
    assert day.secret
    assert day.hash == hashlib.sha256(CODE.encode()).hexdigest()
    assert (day.ends_at - day.starts_at, date_at(day.starts_at)) == (86_400_000, TODAY)
    assert not fold(KEY, [DRAWN, REVEALED]).secret


@pytest.mark.parametrize(
    ("events", "wrong"),
    [
        ([event(1, "created", {"code": CODE})], "begins with `drawn`"),
        ([event(1, "drawn", {})], "begins with `drawn`"),
        ([event(1, "drawn", {"code": "KL2-D3N-UXIDO-GXUGJ-TBOYO-PXUPM"})], "no deal of the day"),
        ([event(1, "drawn", {"code": "KL1-D1N-AAAAAAG"})], "no deal of the day"),
        ([event(1, "drawn", {"code": "KL2-D1N-UXIDOGXUGJTBOYOPXUPM"})], "no deal of the day"),
        ([DRAWN, event(2, "drawn", {"code": CODE})], "cannot follow"),
        ([DRAWN, REVEALED, event(3, "revealed", {})], "cannot follow"),
        ([DRAWN, event(2, "revealed", {"code": CODE})], "cannot follow"),
    ],
)
def test_what_no_day_is_made_of_is_refused(events: list[Event], wrong: str):
    with pytest.raises(ValueError, match=wrong):
        fold(KEY, events)


@pytest.mark.parametrize("text", ["", "2030-03-09", "2030-03-09:D2", "2030-3-9:D1", "2030-02-30:D1", "x:D1"])
def test_what_names_no_day_is_refused(text: str):
    with pytest.raises(ValueError, match=r"."):
        read_key(text)


@given(st.dates(date(1970, 1, 1), date(9000, 1, 1)), st.sampled_from([1, 3]))
def test_a_day_is_named_and_found_again(on: date, draw: int):
    assert read_key(key_of(on, draw)) == (on, draw)
    assert date_at(start_of(on)) == on
    assert date_at(start_of(on) - 1) == on - timedelta(days=1) or on == date(1970, 1, 1)


@given(st.sets(st.integers(-40, 0)))
def test_a_streak_is_the_days_without_a_gap(offsets: set[int]):
    days = [TODAY + timedelta(days=offset) for offset in offsets]
    now = next(count for count in range(50) if -count not in offsets)
    if not now:  # today is not over yet
        now = next(count for count in range(50) if -1 - count not in offsets)
    runs, run = [0], 0
    for offset in range(-41, 1):
        run = run + 1 if offset in offsets else 0
        runs.append(run)
    assert streak(days, TODAY) == Streak(now, max(runs))
