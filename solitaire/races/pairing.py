"""*Race now*: the site pairs two who want to race the same way, and says whether it counts for their ratings."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from django.conf import settings
from django.db import IntegrityError
from django.db.models import Min

from solitaire.live.off_loop import off_loop
from solitaire.live.table import now_ms
from solitaire.log import writer
from solitaire.log.event import NewEvent
from solitaire.players.absorb import selves
from solitaire.players.blocks import are_apart
from solitaire.players.models import Player
from solitaire.races.commands import TRIES, InAnother, Way, create, current, find, leave, move, move_in, taking_a_seat
from solitaire.races.models import OPEN, RaceRow, SeatRow
from solitaire.races.presence import up_since
from solitaire.races.race import FEWEST, NotNow, Options, Race
from solitaire.races.ratings import rated_meetings

COMMON_WAY = Way("KL", 1, "N")
"""The house's own: what is raced where nobody has picked."""

LOOKED_AT = 20
"""Rooms with somebody in wait that are looked at in one go, from the oldest on."""


def race_now(player: str, way: Way) -> Race:
    """Pair `player` with whoever has been waiting longest for the same way; else make a room to wait in.

    At most one room waits from the start for each way, so two who come at the same moment find each other. Raises
    `BadOptions`, and `InAnother` for a player with a seat elsewhere.
    """
    options = Options(*way, seats=FEWEST, public=True, undo=True, hints=False, sealed=True, quick=True)
    options.check()
    for _ in range(TRIES):
        if race := _own_room(player, options):
            return race
        try:
            race = _seat_opposite(player, way) or _room_to_wait_in(player, options, way)
        except InAnother:
            if not _own_room(player, options):  # in another tab, at this moment
                raise
            continue
        if race is not None:
            return race
    raise writer.Unavailable(f"no room could be found or made for {way}")


def _own_room(player: str, options: Options) -> Race | None:
    """The room where the player waits already, or is about to start."""
    race_id = current(player)
    race = find(race_id) if race_id else None
    return race if race and race.waiting and race.options == options else None


def _seat_opposite(player: str, way: Way) -> Race | None:
    """A seat opposite whoever has been waiting longest, and may meet the player; None where nobody is."""
    mine = selves(player)

    def decide(race: Race) -> Sequence[NewEvent]:
        if not all(may_meet(player, seat.player) for seat in race.seats):
            raise NotNow("apart")
        return taking_a_seat(race, player, mine)

    rooms = RaceRow.objects.filter(quick=True, status=OPEN, **way._asdict()).order_by("created_at", "id")
    for race_id in rooms.values_list("id", flat=True)[:LOOKED_AT]:
        if _deserted(race_id):
            continue
        try:
            return move_in(race_id, decide, player)
        except NotNow:
            continue  # somebody else was first, or sits there
    return None


def may_meet(one: str, other: str) -> bool:
    """Whether the site may pair two players: a block holds for friendly races alone (see `players.blocks`)."""
    return not are_apart([one], [other]) or _would_be_rated([one, other])


def _deserted(race_id: str) -> bool:
    """Whether everybody in a room has vanished; then it is left, and closed, here and now.

    Nobody has who could not be there: the site has to have been up for as long.
    """
    latest = now_ms() - int(1000 * settings.RACES["vanished_s"])
    seats = list(SeatRow.objects.filter(race=race_id))
    if any(seat.seen_at > latest for seat in seats) or not up_since(latest):
        return False
    for seat in seats:
        leave(race_id, seat.player, "vanished")
    return True


def _room_to_wait_in(player: str, options: Options, way: Way) -> Race | None:
    """A new room; None where another was made meanwhile.

    Only one room a way waits from the start. Beside it a room that is not quite as fresh stands for whoever may not
    meet the one who waits there.
    """
    fresh = SeatRow.objects.filter(
        race__waiting=True,
        race__status=OPEN,
        **{f"race__{name}": value for name, value in way._asdict().items()},
    )
    beside = any(not may_meet(player, other) for other in fresh.values_list("player", flat=True))
    try:
        return create(player, options, ready=beside)
    except IntegrityError:
        return None


def bring_together() -> None:
    """Pair those who wait for the same way in rooms of their own, which happens where a rival has left.

    The page of a room that has closed leads whoever was in it to the seat they have now. As often and in as many
    processes as one likes.
    """
    alone = RaceRow.objects.filter(quick=True, status=OPEN, taken=1).order_by("created_at", "id")
    longest: dict[Way, list[str]] = {}
    for row in alone.annotate(player=Min("seat_rows__player"))[:LOOKED_AT]:
        way = Way(row.family, row.draw, row.ruleset)
        waiting = longest.setdefault(way, [])
        rival = next((other for other in waiting if may_meet(row.player, other)), None)
        if rival is None:
            waiting.append(row.player)
        else:
            waiting.remove(rival)
            _seek_anew(row.id, way)


async def keep_pairing() -> None:
    """One round of `bring_together`."""
    await off_loop(bring_together)


def _seek_anew(race_id: str, way: Way) -> None:
    """Close the room of somebody who waits alone, and find them a seat opposite somebody else."""
    (seat,) = find(race_id).seats[:1] or (None,)
    if seat is None:
        return

    def decide(race: Race) -> Sequence[NewEvent]:
        if race.status != "open" or race.seats != (seat,):
            return ()  # somebody has come
        return NewEvent("left", {"player": seat.player, "why": "left"}), NewEvent("closed", {"why": "empty"})

    if move(race_id, decide).status == "closed":
        with suppress(InAnother):
            race_now(seat.player, way)


def rated_at_start(race: Race) -> bool:
    """Whether a race that starts now counts for ratings.

    It does where the site has paired two accounts that have not met so too often today; the deck is sealed then.
    """
    if not (race.options.quick and race.options.sealed) or race.lanes or len(race.seats) != FEWEST:
        return False
    return _would_be_rated([seat.player for seat in race.seats])


def _would_be_rated(players: Collection[str]) -> bool:
    seated = Player.objects.filter(pk__in=players).select_related("absorbed_by")
    accounts = {(player.absorbed_by or player).pk for player in seated if not (player.absorbed_by or player).is_guest}
    if len(accounts) != FEWEST:
        return False
    one, other = sorted(accounts)
    return rated_meetings(one, other, datetime.now(UTC).date()) < settings.RACES["rated_a_day"]
