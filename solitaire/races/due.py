"""What is due in a race at a moment: pure, so that any process may ask at any time, and again after any crash.

The stream of a race says what has happened; a `Look` says what else matters: the clock, who was seen when, and how far
the games are. `due` names what is to be done now, `next_at` when to ask again if nothing happens before. Times are
milliseconds since 1970.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from solitaire.races.race import Race, Seat

Closing: TypeAlias = Literal["race", "absent", "disconnected"]
Stage: TypeAlias = Literal["playing", "lost", "over"]


class Durations(NamedTuple):
    """How long things take, in seconds (the settings' `RACES`)."""

    countdown_s: float
    late_s: float
    loss_final_s: float
    idle_s: float
    disconnected_s: float
    vanished_s: float
    room_idle_s: float
    longest_s: float
    outage_s: float


class Played(NamedTuple):
    """A game that has been dealt: when it was last played, and whether it is going on."""

    last_at: int
    status: Stage
    """A lost game can be undone out of; one that is over cannot."""


class Look(NamedTuple):
    """What a race is judged by beside its stream."""

    now: int
    up_since: int
    """The site has been up without a break since then: nobody is held to what they could not do before."""
    sure: bool
    """Whether that is known for sure, and not for want of a sign of other processes."""
    seen: Mapping[str, int]
    """When a browser of each seat's player was last connected, by the seat's game."""
    games: Mapping[str, Played]
    """The games that have been dealt, by id."""


@dataclass(frozen=True, slots=True)
class Vacate:
    """Free the seat of somebody who has vanished before the start."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CloseRoom:
    """Close a room that will not start."""

    why: Literal["idle", "empty"]


@dataclass(frozen=True, slots=True)
class CountDown:
    """Begin to count down to the instant `at`, or count down anew."""

    at: int


@dataclass(frozen=True, slots=True)
class CallOff:
    """End a countdown that cannot go on."""

    why: Literal["left", "unready"]


@dataclass(frozen=True, slots=True)
class Start:
    """Start the race, and deal its games."""

    at: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class DealMissing:
    """Deal what a half-done start has left undealt."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class CloseGame:
    """End a game: lost for good (`race`), or its player is gone (`absent`, `disconnected`).

    Only where it still stands as it was looked at: last played at `last_at`, and lost or not.
    """

    seat: Seat
    why: Closing
    played: Played


@dataclass(frozen=True, slots=True)
class Conclude:
    """Write down how the game of a racer has ended for good."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Settle:
    """End the race as of the instant `at`."""

    at: int


Duty: TypeAlias = Vacate | CloseRoom | CountDown | CallOff | Start | DealMissing | CloseGame | Conclude | Settle
_Deadline: TypeAlias = tuple[int, Duty]


def due(race: Race, look: Look, durations: Durations) -> list[Duty]:
    """What is to be done in the race now, in this order; nothing where all is as it should be."""
    return [duty for at, duty in _deadlines(race, look, durations) if at <= look.now]


def next_at(race: Race, look: Look, durations: Durations) -> int | None:
    """When something will be due if nothing happens before; None where nothing ever will."""
    return min((at for at, _ in _deadlines(race, look, durations) if at > look.now), default=None)


def idle_at(race: Race, seat: Seat, look: Look, durations: Durations) -> int | None:
    """When a racer will be gone for want of an action; None for one who is not racing."""
    played = look.games.get(seat.game)
    if race.status != "started" or seat.done or played is None or played.status == "over":
        return None
    return _after(durations.idle_s, played.last_at, race.started_at or 0, look.up_since)


def missed(race: Race, away_from: int, away_until: int, durations: Durations) -> bool:
    """Whether the site was away during a rated race for longer than its rating bears.

    >>> from solitaire.races.race import Options
    >>> race = Race("r", Options("KL", 1, "N", 2), "", None, "ana", 0, 0, started_at=0, ends_at=180_000, rated=True)
    >>> durations = Durations(5, 2, 60, 300, 120, 15, 600, 3600, outage_s=10)
    >>> missed(race, 170_000, 400_000, durations), missed(race, 169_000, 400_000, durations)
    (False, True)
    """
    if not race.rated or race.started_at is None or race.ends_at is None:
        return False
    away = min(away_until, race.ends_at) - max(away_from, race.started_at)
    return away > durations.outage_s * 1000


def _deadlines(race: Race, look: Look, durations: Durations) -> Iterator[_Deadline]:
    if race.waiting:
        yield from _of_the_room(race, look, durations)
        yield from _of_the_start(race, look, durations)
    elif race.status == "started":
        yield from _of_the_games(race, look, durations)
        yield from _of_the_end(race)


def _of_the_room(race: Race, look: Look, durations: Durations) -> Iterator[_Deadline]:
    for seat in race.seats:
        seen = look.seen.get(seat.game, 0)
        yield _after(durations.vanished_s, seen, seat.joined_at, look.up_since), Vacate(seat)
    if not race.seats:
        yield 0, CloseRoom("empty")
    elif race.status == "open":
        yield _after(durations.room_idle_s, race.last_at, look.up_since), CloseRoom("idle")


def _of_the_start(race: Race, look: Look, durations: Durations) -> Iterator[_Deadline]:
    instant = race.countdown_at
    anew = _after(durations.countdown_s, look.now)
    if race.status == "open":
        if race.all_ready:
            yield 0, CountDown(anew)
    elif instant is None or not race.all_ready:
        yield 0, CallOff("left" if not _enough(race) else "unready")
    elif _after(-durations.countdown_s, instant) < look.up_since and not look.sure:
        return
    elif _after(-durations.countdown_s, instant) < look.up_since or look.now > _after(durations.late_s, instant):
        yield 0, CountDown(max(anew, instant + 1))  # the site was away: nobody could have seen the countdown
    else:
        yield instant, Start(instant, race.limit_at(instant, durations.longest_s))


def _enough(race: Race) -> bool:
    return len(race.seats) >= (1 if race.lanes else 2)


def _of_the_games(race: Race, look: Look, durations: Durations) -> Iterator[_Deadline]:
    started_at, ends_at = race.started_at or 0, race.ends_at or 0
    missing = tuple(seat for seat in race.seats if seat.game not in look.games)
    if missing:
        yield started_at, DealMissing(missing)
    for seat in race.seats:
        played = look.games.get(seat.game)
        if played is None or seat.done:
            continue
        if played.status == "over":
            yield 0, Conclude(seat)
            continue
        yield from (
            (at, CloseGame(seat, why, played))
            for at, why in _closings(seat, played, max(started_at, look.up_since), look, durations)
            if at < ends_at  # the limit comes first
        )


def _closings(
    seat: Seat, played: Played, least: int, look: Look, durations: Durations
) -> Iterator[tuple[int, Closing]]:
    """When a game going on is closed, and why; the time for it counts from `least` at the earliest."""
    if played.status == "lost":
        yield _after(durations.loss_final_s, played.last_at, least), "race"
    yield _after(durations.idle_s, played.last_at, least), "absent"
    yield _after(durations.disconnected_s, look.seen.get(seat.game, 0), least), "disconnected"


def _of_the_end(race: Race) -> Iterator[_Deadline]:
    if race.all_done:
        yield 0, Settle(last_end(race.seats, race.started_at or 0, race.ends_at or 0))
    yield race.ends_at or 0, Settle(race.ends_at or 0)


def last_end(seats: Sequence[Seat], started_at: int, ends_at: int) -> int:
    """When the last racer was done, of a race in which all are."""
    ends = [seat.finished.at if seat.finished else seat.gone_at or 0 for seat in seats]
    return min(max(ends, default=started_at), ends_at)


def _after(seconds: float, *moments: int) -> int:
    return max(moments) + int(seconds * 1000)
