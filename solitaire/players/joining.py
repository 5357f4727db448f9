"""The beginning of a player: the `joined` event and the row, in one transaction."""

from django.db import IntegrityError

from solitaire.log import milestones, writer
from solitaire.log.event import Append, Event, Milestone, NewEvent
from solitaire.players.models import Player
from solitaire.players.names import guest_names

JOINED = "player-joined"


class NameTaken(Exception):
    """Somebody has that name already."""


def stream_of(player_id: str) -> str:
    """The stream of events about a player."""
    return f"player:{player_id}"


def join(player: Player) -> None:
    """Begin the stream of a player who is not saved yet; the row is written with its first event.

    Raises `NameTaken`, and leaves nothing behind, where the name is somebody else's.
    """
    begin = Append(
        stream=stream_of(player.pk),
        after=0,
        events=(NewEvent("joined", {}),),
        who=player.pk,
        command=None,
        milestone=Milestone(JOINED, player),
    )
    try:
        writer.current().submit(begin).result()
    except IntegrityError as error:
        raise NameTaken(player.name) from error


def new_guest() -> Player:
    """A guest with a friendly name that nobody has."""
    for name in guest_names():
        guest = Player(name=name)
        guest.set_unusable_password()
        try:
            join(guest)
        except NameTaken:
            continue
        return guest
    raise AssertionError  # the names have no end


def listen() -> None:
    """Write the row of a player in the transaction of their `joined` event."""
    milestones.listen(JOINED, _write_row)


def _write_row(player: Player, events: tuple[Event, ...]) -> None:
    player.save(force_insert=True)
