"""A player leaves for good: one event, after which the log knows a bare id, and the site nothing else of them.

The row stays, because games, boards and races refer to it, but nothing that says who it was: no name, no address, no
password, no settings, nobody followed; the guests that the account has been are emptied with it. Whoever is shown
instead is called "a former player". The name is free for others at once: nothing of it is kept that could hold it.

`manage.py rebuild` empties the row of everybody who has left by the log, so that a backup that is put back forgets
them as well.
"""

from collections.abc import Iterator
from typing import NamedTuple

from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from solitaire.log import milestones, store, writer
from solitaire.log.event import Event, Milestone, NewEvent
from solitaire.players import blocks, sanctions
from solitaire.players.joining import stream_of
from solitaire.players.models import Follow, Player, Session

LEFT = "player-left"


class HasLeft(Exception):
    """Only somebody who is there can leave: neither who has left, nor a guest who is part of an account."""


class Departure(NamedTuple):
    """Who leaves; what listeners to `LEFT` are told."""

    player: str


def leave(player: Player) -> None:
    """Empty the row of a player, end their sessions, and write that they have left. Raises `HasLeft`."""
    milestone = Milestone(LEFT, Departure(player.pk))
    writer.append_at_end(stream_of(player.pk), NewEvent("left", {}), player.pk, "leave", milestone)


def listen() -> None:
    """Empty the row in the transaction of the `left` event."""
    milestones.listen(LEFT, _leave)


def _leave(departure: Departure, events: tuple[Event, ...]) -> None:
    there = Player.objects.filter(pk=departure.player, is_active=True, left_at=None, absorbed_by=None)
    if not there.update(left_at=events[-1].at):
        raise HasLeft(departure.player)
    forget(departure.player, events[-1].at)


def forget(player_id: str, at: int) -> None:
    """Leave nothing of a player, and of the guests they have been, but ids, what refers to them, and when they left."""
    theirs = Q(pk=player_id) | Q(absorbed_by=player_id)
    ids = list(Player.objects.filter(theirs).values_list("pk", flat=True))
    for pk in ids:
        nameless = Player.nameless(pk)
        Player.objects.filter(pk=pk).update(name="", name_key=nameless, name_look=nameless, left_at=at)
    emptied = Player.objects.filter(pk__in=ids)
    emptied.update(
        email="",
        password=make_password(None),
        preferences={},
        privacy={},
        last_login=None,
        is_active=False,
        is_staff=False,
        is_superuser=False,
    )
    Player.groups.through.objects.filter(player__in=ids).delete()
    Player.user_permissions.through.objects.filter(player__in=ids).delete()
    Follow.objects.filter(Q(follower__in=ids) | Q(followed__in=ids)).delete()
    Session.objects.filter(player__in=ids).delete()
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.filter(content_type=kind, object_id__in=ids).update(object_repr="")
    blocks.forget(player_id)
    sanctions.forget_names(player_id)


def differences() -> Iterator[str]:
    """Players whose `left_at` is not what the log says, or who have a name still; none in a sound database."""
    logged = dict(_logged())
    accounts = Player.objects.filter(absorbed_by=None)
    kept = dict(accounts.exclude(left_at=None).values_list("pk", "left_at"))
    for player in sorted(logged.keys() | kept.keys()):
        if logged.get(player) != kept.get(player):
            yield f"player {player}: left at {kept.get(player)}, but at {logged.get(player)} in the log"
    gone = Player.objects.exclude(left_at=None) | Player.objects.filter(absorbed_by__in=accounts.exclude(left_at=None))
    for player in gone.exclude(name="", email="", is_active=False, left_at__isnull=False).values_list("pk", flat=True):
        yield f"player {player}: has left, and something is kept of them still"


def rebuild() -> None:
    """Empty the row of everybody who has left by the log; after `absorb.rebuild`, in its transaction."""
    Player.objects.exclude(left_at=None).update(left_at=None)
    for player, at in _logged():
        forget(player, at)


def _logged() -> Iterator[tuple[str, int]]:
    """Everybody who has left by the log, and when."""
    for head in store.heads("player:"):
        if head.version > 1:
            for event in store.read(head.stream, after=1):
                if event.kind == "left":
                    yield head.stream.removeprefix("player:"), event.at
