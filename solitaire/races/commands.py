"""What people do in rooms: make one, take and leave a seat, be ready, be paired.

Each command reads the race, decides by it, and appends at the version it has read; where somebody else was first, it
looks again. So of two who want one seat one gets it. What there may be only one of across races (a player's seat, a
room that waits for a rival) the database itself refuses, inside the append.
"""

import secrets
import string
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from django.db import IntegrityError

from solitaire.ids import could_be_id, new_id
from solitaire.live.hub import hub
from solitaire.live.new_game import close_game
from solitaire.live.table import read_game
from solitaire.log import store, writer
from solitaire.log.event import Append, Milestone, NewEvent
from solitaire.log.store import Conflict
from solitaire.players.absorb import selves
from solitaire.players.blocks import are_apart
from solitaire.races import dealing
from solitaire.races.models import BEFORE_START, CLOSED, RaceRow, SeatRow
from solitaire.races.race import FEWEST, Lane, NotNow, Options, Race, Seat, creation, fold, stream_of
from solitaire.races.rows import MOVED, after
from solitaire.rules.deals import LENGTHS, Deal

SEALED_KIND, OPEN_KIND = "2", "1"
TRIES = 50
"""So often somebody who is always forestalled tries again; then something is wrong."""


class NoSuchRace(Exception):
    """No stream is there under that id."""


class InAnother(Exception):
    """The player has a seat already, in the race `race_id`, which is open or running."""

    def __init__(self, race_id: str) -> None:
        super().__init__(race_id)
        self.race_id = race_id


class Way(NamedTuple):
    """How a deal is played."""

    family: str
    draw: int
    ruleset: str


def find(race_id: str) -> Race:
    """The race as it stands in the log; raises `NoSuchRace`, whatever text `race_id` is."""
    events = store.read(stream_of(race_id)) if could_be_id(race_id) else []
    if not events:
        raise NoSuchRace(race_id)
    return fold(race_id, events)


def append(
    race: Race,
    events: Sequence[NewEvent],
    who: str | None = None,
    command: str | None = None,
    milestone: Milestone | None = None,
) -> Race:
    """Append to a race at the version it is at; the race after it.

    `milestone` is `race-moved` unless another is given (see `rows`). Raises `Conflict` where the race has moved on, and
    `IntegrityError` for what there may be only one of. A command that is in the log already has no second effect.
    """
    return _append(race.id, race, events, who, command=command, milestone=milestone)


def _append(
    race_id: str,
    race: Race | None,
    events: Sequence[NewEvent],
    who: str | None,
    *,
    command: str | None = None,
    milestone: Milestone | None = None,
) -> Race:
    stream, version = stream_of(race_id), race.version if race else 0
    wanted = Append(stream, version, tuple(events), who, command, milestone or Milestone(MOVED, race))
    written = writer.current().submit(wanted).result()
    hub.hint(stream, written[-1].version)
    return after(race, written) if written[0].version == version + 1 else find(race_id)


Decision = Callable[[Race], Sequence[NewEvent]]
"""What is to be appended to a race as it stands; nothing where all is as wished. Raises `NotNow` for what cannot be."""


def move(race_id: str, decide: Decision, who: str | None = None) -> Race:
    """Append what `decide` says of the race, looking again as often as somebody else was first.

    Raises `NoSuchRace`, and what `decide` raises.
    """
    while True:
        race = find(race_id)
        events = decide(race)
        if not events:
            return race
        try:
            return append(race, events, who)
        except Conflict:
            continue


# --- rooms ---


def drawn_deal(options: Options) -> Deal:
    """A deal from the operating system's randomness; a sealed one on a deck that cannot be found from its cards."""
    kind = SEALED_KIND if options.sealed else OPEN_KIND
    letters = "".join(secrets.choice(string.ascii_uppercase) for _ in range(LENGTHS[kind]))
    return Deal(options.family, kind, options.draw, options.ruleset, letters)


def create(
    player: str,
    options: Options,
    deal: Deal | None = None,
    lanes: Sequence[Lane] = (),
    rematch: str | None = None,
    *,
    ready: bool = False,
) -> Race:
    """Make a room in which `player` has the first seat; on a deck that nobody can foresee where no `deal` is given.

    The player is `ready` at once where so wished, and always against `lanes`. Raises `BadOptions`, and `InAnother`.
    """
    options.check(alone=bool(lanes))
    expect_free(player)
    deal = deal or drawn_deal(options)
    events = [NewEvent("created", creation(options, deal, player, lanes, rematch)), _joining(player)]
    if lanes or ready:
        events.append(_marking(player, ready=True))
    try:
        return _append(new_id(), None, events, player)
    except IntegrityError:
        expect_free(player)
        raise


def join(race_id: str, player: str) -> Race:
    """Take a seat; the same seat for whoever has one already.

    In a countdown that means being ready, so that nobody can hold others up. Raises `NotNow` (race-closed,
    race-started, race-full; quick for a room that the site fills; not-invited for a rematch of others; apart where the
    player and somebody in it share no rooms), `InAnother` and `NoSuchRace`.
    """
    mine = selves(player)

    def decide(race: Race) -> Sequence[NewEvent]:
        if race.seat_of(mine):
            return ()
        if race.options.quick:
            raise NotNow("quick")
        if race.rematch and not SeatRow.objects.filter(race=race.rematch, player__in=mine).exists():
            raise NotNow("not-invited")
        if are_apart(mine, [seat.player for seat in race.seats]):
            raise NotNow("apart")
        return taking_a_seat(race, player, mine)

    return move_in(race_id, decide, player)


def taking_a_seat(race: Race, player: str, mine: Collection[str]) -> Sequence[NewEvent]:
    """The events by which `player`, whose ids are `mine`, takes a seat; raises `NotNow`."""
    race.may_join(mine)
    joining = _joining(player)
    return (joining, _marking(player, ready=True)) if race.status == "countdown" else (joining,)


def move_in(race_id: str, decide: Decision, player: str) -> Race:
    """As `move`, for taking a seat, which a player can have in one race only."""

    def free_and(race: Race) -> Sequence[NewEvent]:
        events = decide(race)
        if events:
            expect_free(player, but=race.id)  # a seat here is a conflict that the append will find
        return events

    try:
        return move(race_id, free_and, player)
    except IntegrityError:
        expect_free(player)
        raise


def leave(race_id: str, player: str, why: str = "left", who: str | None = None) -> Race:
    """Give up a seat: before the start it is free again, after it the player's game ends.

    The last to leave closes the room. `why` is `left` or `vanished`, and `who` nobody where it was the site. Whoever
    has no seat, or is done, has left already. Raises `NotNow` (race-closed) and `NoSuchRace`.
    """
    mine = selves(player)

    def decide(race: Race) -> Sequence[NewEvent]:
        seat = race.seat_of(mine)
        if seat is None or not race.waiting:
            return ()
        race.may_leave(mine)
        events = [NewEvent("left", {"player": seat.player, "why": why})]
        if len(race.seats) == 1:
            return [*events, NewEvent("closed", {"why": "empty"})]
        if race.status == "countdown":
            events.append(NewEvent("countdown-off", {"why": "left"}))
        return events

    race = move(race_id, decide, who)
    seat = race.seat_of(mine)
    if race.status == "started" and seat is not None and not seat.done:
        _give_up(race, seat, who)
    return race


def _give_up(race: Race, seat: Seat, who: str | None) -> None:
    if not read_game(seat.game):
        dealing.deal(race, [seat])  # the race has started at this moment: what is not dealt cannot be given up
    close_game(seat.game, "left", who, when=lambda _state: True)


def mark(race_id: str, player: str, ready: bool) -> Race:
    """Set or take back a ready mark, which calls a countdown off; no matter if it is so already.

    Raises `NotNow` (race-closed, race-started, not-in, quick) and `NoSuchRace`.
    """
    mine = selves(player)

    def decide(race: Race) -> Sequence[NewEvent]:
        seat = race.may_leave(mine)
        if race.options.quick:
            raise NotNow("quick")
        if seat.ready == ready:
            return ()
        events = [_marking(seat.player, ready)]
        if race.status == "countdown" and not ready:
            events.append(NewEvent("countdown-off", {"why": "unready"}))
        return events

    return move(race_id, decide, player)


def _joining(player: str) -> NewEvent:
    return NewEvent("joined", {"player": player, "game": new_id()})


def _marking(player: str, ready: bool) -> NewEvent:
    return NewEvent("ready", {"player": player, "ready": ready})


# --- one seat a player ---


def current(player: str) -> str | None:
    """The race in which a player has a seat and is not done, or None."""
    return SeatRow.objects.filter(player__in=selves(player), active=True).values_list("race", flat=True).first()


def expect_free(player: str, but: str | None = None) -> None:
    """Raise `InAnother` where the player has a seat and is not done, in any race but that one."""
    race_id = current(player)
    if race_id not in (None, but):
        raise InAnother(race_id)


def keep_one_seat(account: str, **_: object) -> None:
    """Give up seats in rooms where an account and a guest it has absorbed have more than one, the guest's first.

    Games that are going on are played to their end, even two.
    """
    seats = list(SeatRow.objects.filter(player__in=selves(account), active=True).select_related("race"))
    seats.sort(key=lambda seat: seat.player == account)
    spare = [seat for seat in seats if seat.race.status in BEFORE_START]
    for seat in spare[: len(seats) - 1]:
        with suppress(NotNow):
            leave(seat.race_id, seat.player, who=account)


# --- once more ---


def rematch(race_id: str, player: str) -> Race:
    """A seat in the race that follows a settled one: the same people, a new sealed deck that nothing is known of.

    Whoever asks first makes the room; only who raced has a seat in it. Raises `NotNow` (not-settled, not-in,
    alone for a race against lanes, and as `join`), `InAnother` and `NoSuchRace`.
    """
    before = find(race_id)
    if before.status != "settled":
        raise NotNow("not-settled")
    if before.lanes:
        raise NotNow("alone")
    if before.seat_of(selves(player)) is None:
        raise NotNow("not-in")
    seats = max(FEWEST, len(before.seats))
    options = replace(before.options, public=False, quick=False, sealed=True, winnable=False, seats=seats)
    for _ in range(TRIES):
        made = next_after(race_id)
        if made is not None:
            return join(made, player)
        try:
            return create(player, options, rematch=race_id)
        except IntegrityError:
            continue  # another racer was first
        except InAnother as error:
            if error.race_id != next_after(race_id):  # else it was the same racer, in another tab
                raise
    raise writer.Unavailable(f"no rematch of {race_id} could be found or made")


def next_after(race_id: str) -> str | None:
    """The rematch of a race, or None where there is none, or none any more."""
    return RaceRow.objects.filter(rematch=race_id).exclude(status=CLOSED).values_list("id", flat=True).first()
