"""What is due in a race at a moment follows from its stream, the clock, and who was seen when."""

from dataclasses import replace

import pytest

from solitaire.races.due import (
    CallOff,
    CloseGame,
    CloseRoom,
    Conclude,
    CountDown,
    DealMissing,
    Durations,
    Look,
    Played,
    Settle,
    Start,
    Vacate,
    due,
    idle_at,
    missed,
    next_at,
)
from solitaire.races.race import Finish, Options, Race, Seat
from solitaire.races.referee import durations

NOW = 1_800_000_000_000
S = 1000
DURATIONS = Durations(
    countdown_s=5,
    late_s=2,
    loss_final_s=60,
    idle_s=300,
    disconnected_s=120,
    vanished_s=15,
    room_idle_s=600,
    longest_s=3600,
    outage_s=10,
)
ANA, BEN = Seat("ana", "a", NOW), Seat("ben", "b", NOW)


def room(*seats: Seat, **more: object) -> Race:
    """A room that was made, and joined by all, at `NOW`."""
    return Race("r", Options("KL", 1, "N", seats=4), "", None, "ana", NOW, NOW, seats=seats, **more)


def ready(*seats: Seat) -> list[Seat]:
    return [replace(seat, ready=True) for seat in seats]


def started(*seats: Seat, **more: object) -> Race:
    """A race that started at `NOW`, and ends after 10 minutes."""
    return room(*seats, **{"status": "started", "started_at": NOW, "ends_at": NOW + 600 * S, **more})


def look(
    after_s: float, *, up_since: float = -1000, sure: bool = True, seen: float | None = None, **games: Played
) -> Look:
    """A look so many seconds after `NOW`, at which both have just been seen unless said otherwise."""
    now = NOW + int(after_s * S)
    at = now if seen is None else NOW + int(seen * S)
    return Look(now, NOW + int(up_since * S), sure, {"a": at, "b": at}, games)


def duties(race: Race, seen: Look) -> list[object]:
    return due(race, seen, DURATIONS)


def playing(last_s: float = 0) -> Played:
    return Played(NOW + int(last_s * S), "playing")


def test_these_are_the_sites_own_durations():
    assert durations()._replace(late_s=DURATIONS.late_s) == DURATIONS


# --- before the start ---


def test_the_countdown_begins_when_all_are_ready():
    assert duties(room(*ready(ANA), BEN), look(1)) == []
    assert duties(room(*ready(ANA)), look(1)) == []
    assert duties(room(*ready(ANA, BEN)), look(1)) == [CountDown(NOW + 6 * S)]


def test_a_race_that_the_site_pairs_needs_no_marks():
    race = replace(room(ANA, BEN), options=Options("KL", 1, "N", seats=2, quick=True))
    assert duties(race, look(1)) == [CountDown(NOW + 6 * S)]


def test_a_countdown_is_called_off_when_somebody_is_not_ready_any_more():
    counting = {"status": "countdown", "countdown_at": NOW + 5 * S}
    assert duties(room(*ready(ANA), BEN, **counting), look(1)) == [CallOff("unready")]
    assert duties(room(*ready(ANA), **counting), look(1)) == [CallOff("left")]


def test_the_race_starts_at_the_instant_and_not_before():
    race = room(*ready(ANA, BEN), status="countdown", countdown_at=NOW + 5 * S)
    assert duties(race, look(4.999)) == []
    assert next_at(race, look(4.999), DURATIONS) == NOW + 5 * S
    assert duties(race, look(5)) == [Start(NOW + 5 * S, NOW + 3605 * S)]


def test_after_an_outage_it_is_counted_down_anew():
    race = room(*ready(ANA, BEN), status="countdown", countdown_at=NOW + 5 * S)
    assert duties(race, look(4, up_since=3)) == [CountDown(NOW + 9 * S)]


def test_while_it_is_not_sure_whether_there_was_an_outage_nothing_starts():
    race = room(*ready(ANA, BEN), status="countdown", countdown_at=NOW + 5 * S)
    assert duties(race, look(5, up_since=3, sure=False)) == []
    assert duties(race, look(5, sure=False)) == [Start(NOW + 5 * S, NOW + 3605 * S)]


def test_a_start_that_comes_too_late_is_put_off():
    race = room(*ready(ANA, BEN), status="countdown", countdown_at=NOW + 5 * S)
    assert duties(race, look(8)) == [CountDown(NOW + 13 * S)]


def test_who_has_vanished_loses_the_seat():
    assert duties(room(ANA, BEN), look(15, seen=0)) == [Vacate(ANA), Vacate(BEN)]
    assert duties(room(ANA, BEN), look(14.9, seen=0)) == []
    assert next_at(room(ANA, BEN), look(14.9, seen=0), DURATIONS) == NOW + 15 * S


def test_nobody_has_vanished_who_could_not_be_there():
    assert duties(room(ANA, BEN), look(30, seen=0, up_since=20)) == []
    assert duties(room(ANA, BEN), look(35, seen=0, up_since=20)) == [Vacate(ANA), Vacate(BEN)]


def test_a_room_closes_when_it_is_empty_or_nothing_happens():
    assert duties(room(), look(1)) == [CloseRoom("empty")]
    assert duties(room(ANA, BEN), look(599)) == []
    assert duties(room(ANA, BEN), look(600)) == [CloseRoom("idle")]


# --- the games ---


def test_a_half_done_start_is_finished():
    assert duties(started(ANA, BEN), look(1, a=playing())) == [DealMissing((BEN,))]
    assert duties(started(ANA, BEN), look(1)) == [DealMissing((ANA, BEN))]


def test_a_loss_is_final_after_a_minute():
    lost = Played(NOW + 30 * S, "lost")
    assert duties(started(ANA, BEN), look(89, a=lost, b=playing(80))) == []
    assert duties(started(ANA, BEN), look(90, a=lost, b=playing(80))) == [CloseGame(ANA, "race", lost)]
    assert duties(started(ANA, BEN), look(90, up_since=40, a=lost, b=playing(80))) == []


def test_who_does_nothing_for_five_minutes_is_gone():
    idle = playing(10)
    race = started(ANA, BEN)
    assert duties(race, look(309, a=idle, b=playing(300))) == []
    assert idle_at(race, ANA, look(309, a=idle, b=playing(300)), DURATIONS) == NOW + 310 * S
    assert duties(race, look(310, a=idle, b=playing(300))) == [CloseGame(ANA, "absent", idle)]


def test_who_is_not_connected_for_two_minutes_is_gone():
    first, second = playing(100), playing(100)
    race = started(ANA, BEN)
    assert duties(race, look(129, seen=10, a=first, b=second)) == []
    closed = [CloseGame(ANA, "disconnected", first), CloseGame(BEN, "disconnected", second)]
    assert duties(race, look(130, seen=10, a=first, b=second)) == closed
    assert duties(race, look(130, seen=10, up_since=11, a=first, b=second)) == []


def test_a_game_that_has_ended_is_concluded():
    over = Played(NOW + 10 * S, "over")
    assert duties(started(ANA, BEN), look(11, a=over, b=playing(10))) == [Conclude(ANA)]


# --- the end ---


def test_the_race_settles_when_all_are_done():
    finished = replace(ANA, finished=Finish("won", NOW + 50 * S, 52, 120, 50 * S))
    gone = replace(BEN, gone="absent", gone_at=NOW + 70 * S)
    over = {"a": Played(NOW, "over"), "b": Played(NOW, "over")}
    assert duties(started(finished, BEN), look(80, a=over["a"], b=playing(70))) == []
    assert duties(started(finished, gone), look(80, **over)) == [Settle(NOW + 70 * S)]


def test_the_race_settles_at_its_limit():
    race, games = started(ANA, BEN), {"a": playing(590), "b": playing(590)}
    assert duties(race, look(599.999, **games)) == []
    assert next_at(race, look(599.999, **games), DURATIONS) == NOW + 600 * S
    assert duties(race, look(600, **games)) == [Settle(NOW + 600 * S)]


def test_at_its_limit_nobody_is_gone_any_more():
    race, games = started(ANA, BEN), {"a": playing(), "b": playing()}
    assert duties(race, look(4000, seen=0, up_since=3990, **games)) == [Settle(NOW + 600 * S)]


@pytest.mark.parametrize("status", ["settled", "closed"])
def test_nothing_is_due_in_a_race_that_is_over(status):
    race = replace(started(ANA, BEN), status=status)
    assert duties(race, look(10_000)) == []
    assert next_at(race, look(10_000), DURATIONS) is None


def test_an_outage_of_more_than_ten_seconds_during_a_rated_race_calls_its_rating_off():
    rated = started(ANA, BEN, rated=True)
    assert not missed(rated, NOW + 100 * S, NOW + 110 * S, DURATIONS)
    assert missed(rated, NOW + 100 * S, NOW + 110 * S + 1, DURATIONS)
    assert not missed(rated, NOW - 100 * S, NOW + 10 * S, DURATIONS)
    assert not missed(started(ANA, BEN), NOW + 100 * S, NOW + 200 * S, DURATIONS)
