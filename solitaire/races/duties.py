"""Doing what is due in a race: one function a duty, each safe to be called again by anybody."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from solitaire.live.new_game import close_game
from solitaire.live.table import TableState, fold, read_game
from solitaire.log.event import Event, Milestone, NewEvent
from solitaire.races import conduct, neighbours, ratings
from solitaire.races.commands import append
from solitaire.races.dealing import deal
from solitaire.races.due import (
    CallOff,
    CloseGame,
    CloseRoom,
    Conclude,
    CountDown,
    DealMissing,
    Duty,
    Settle,
    Start,
    Vacate,
)
from solitaire.races.pairing import rated_at_start
from solitaire.races.race import Race, Seat
from solitaire.races.recordings import recording
from solitaire.races.rows import SETTLED
from solitaire.races.settled import SettledRace
from solitaire.races.standing import settlement, watched

GONE: Final = ("absent", "disconnected")
"""Why a game is closed whose player is gone."""


def do(race: Race, duties: Sequence[Duty]) -> None:
    """Do what is due, in order, for as long as it is sure to be due still: before the start one thing changes another.

    Raises `Conflict` where somebody else has moved the race meanwhile.
    """
    for duty in duties:
        race = _DONE[type(duty)](race, duty)
        if race.status != "started":
            return


def _vacate(race: Race, duty: Vacate) -> Race:
    events = [NewEvent("left", {"player": duty.seat.player, "why": "vanished"})]
    if len(race.seats) == 1:
        events.append(NewEvent("closed", {"why": "empty"}))
    elif race.status == "countdown":
        events.append(NewEvent("countdown-off", {"why": "left"}))
    return append(race, events)


def _close_room(race: Race, duty: CloseRoom) -> Race:
    return append(race, [NewEvent("closed", {"why": duty.why})])


def _count_down(race: Race, duty: CountDown) -> Race:
    return append(race, [NewEvent("countdown", {"at": duty.at})])


def _call_off(race: Race, duty: CallOff) -> Race:
    return append(race, [NewEvent("countdown-off", {"why": duty.why})])


# --- the start ---


def _start(race: Race, duty: Start) -> Race:
    data = {"at": duty.at, "ends_at": duty.ends_at, "rated": rated_at_start(race)}
    race = append(race, [NewEvent("started", data)])
    deal(race, race.seats)
    neighbours.report(race)
    return race


def _deal_missing(race: Race, duty: DealMissing) -> Race:
    deal(race, duty.seats)
    neighbours.report(race)
    return race


# --- the end of a game ---


def _close_game(race: Race, duty: CloseGame) -> Race:
    """The player may have come back in the last moment: then the game is not as it was looked at, and goes on."""
    seat, played = duty.seat, duty.played

    def stands(state: TableState) -> bool:
        return state.last_at <= played.last_at and (state.game.status == "lost") == (played.status == "lost")

    close_game(seat.game, duty.why, None, when=stands)
    return race


def _conclude(race: Race, duty: Conclude) -> Race:
    ended = _ended(race, duty.seat, read_game(duty.seat.game))
    return append(race, [ended]) if ended else race


def _ended(race: Race, seat: Seat, events: Sequence[Event]) -> NewEvent | None:
    """How the game of a racer, which is over, has ended; None where the limit has ended it, which the places tell."""
    started_at, ends_at = race.started_at or 0, race.ends_at or 0
    state, last = fold(seat.game, events), events[-1]
    why = last.data["why"] if last.kind == "closed" else None
    if why in GONE:
        return NewEvent("gone", {"player": seat.player, "why": why})
    at = state.last_at if state.ended_at is None else state.ended_at
    if at >= ends_at:
        return None
    reached, _ = watched(events, started_at, ends_at)
    return NewEvent(
        "finished",
        {
            "player": seat.player,
            "status": state.game.status,
            "at": at,
            "home": reached.home,
            "moves": reached.moves,
            "home_at": reached.home_at,
        },
    )


# --- the end of the race ---


def _settle(race: Race, duty: Settle) -> Race:
    """Close what is going on, so that nothing can be played any more, and write down who came where."""
    started_at, ends_at = race.started_at or 0, race.ends_at or 0
    neighbours.report(race)  # somebody may have come after the start
    for seat in race.seats:
        close_game(seat.game, "race", None, when=lambda _state: True)
    games = {seat.game: read_game(seat.game) for seat in race.seats}
    ends = [
        ended for seat in race.seats if not seat.done and (ended := _ended(race, seat, games[seat.game])) is not None
    ]
    racers = {seat.player: watched(games[seat.game], started_at, ends_at)[0] for seat in race.seats}
    lanes = [recording(lane, race.deal).progress(ends_at - started_at) for lane in race.lanes]
    if race.rated and conduct.reviews_of(games):  # somebody has to look at it first
        ends.append(NewEvent("unrated", {"why": "operator"}))
    after_ends = race  # what the places say of who is gone has to be known already
    if ends:
        after_ends = append(race, ends)
    settled = NewEvent("settled", settlement(after_ends, racers, lanes, duty.at))
    states = [fold(seat.game, games[seat.game]) for seat in race.seats]
    race = append(after_ends, [settled], None, "settled", Milestone(SETTLED, SettledRace(after_ends, states)))
    ratings.rate(race)
    return race


_DONE: Final[Mapping[type[Duty], Callable[[Race, Any], Race]]] = {
    Vacate: _vacate,
    CloseRoom: _close_room,
    CountDown: _count_down,
    CallOff: _call_off,
    Start: _start,
    DealMissing: _deal_missing,
    CloseGame: _close_game,
    Conclude: _conclude,
    Settle: _settle,
}
