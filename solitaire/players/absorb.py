"""A guest's games come along to the account their player logs in to: as an event, and read back from the log."""

from collections.abc import Collection, Iterator
from typing import TypedDict

from django.db import transaction

from solitaire.log import milestones, store, writer
from solitaire.log.event import Event, Milestone, NewEvent
from solitaire.players.joining import stream_of
from solitaire.players.models import Player, Session
from solitaire.players.signals import absorbed

ABSORBED = "player-absorbed"


class NotAbsorbed(Exception):
    """The games were not moved: only a guest's can be, to an account, and to one alone."""


class Absorption(TypedDict):
    """`guest` (an id) is `player` (the id of an account) from now on; what listeners to `ABSORBED` are told."""

    player: str
    guest: str


def absorb(guest: Player, account: Player) -> None:
    """Give a guest's games to an account, and end the guest; done once however often it is asked for.

    Raises `NotAbsorbed` where the guest is none (any more), the account is a guest, or another account was first.
    """
    pair = Absorption(player=account.pk, guest=guest.pk)
    event, milestone = NewEvent("absorbed", {"guest": guest.pk}), Milestone(ABSORBED, pair)
    writer.append_at_end(stream_of(account.pk), event, account.pk, f"absorb-{guest.pk}", milestone)
    absorbed.send_robust(sender=None, account=account.pk)


def selves(player_id: str) -> tuple[str, ...]:
    """Every id whose games are this player's: their own first, then those of the guests they have been."""
    return (player_id, *Player.objects.filter(absorbed_by=player_id).values_list("pk", flat=True))


def owners(player_ids: Collection[str]) -> dict[str, str]:
    """Whose the games of these players are, by their ids: the account's that has absorbed them, else their own."""
    players = Player.objects.filter(pk__in=player_ids).values_list("pk", "absorbed_by")
    return {player_id: player_id for player_id in player_ids} | {pk: account for pk, account in players if account}


def differences() -> Iterator[str]:
    """Players whose `absorbed_by` is not what the log says, each in a sentence; none in a sound database."""
    logged = {pair["guest"]: pair["player"] for pair in _logged()}
    kept = dict(Player.objects.exclude(absorbed_by=None).values_list("pk", "absorbed_by"))
    for guest in sorted(logged.keys() | kept.keys()):
        if logged.get(guest) != kept.get(guest):
            yield f"player {guest}: absorbed by {kept.get(guest)}, but by {logged.get(guest)} in the log"


def rebuild() -> None:
    """Throw away who absorbed whom, and read it from the log again."""
    with transaction.atomic():
        Player.objects.exclude(absorbed_by=None).update(absorbed_by=None, is_active=True)
        for pair in _logged():
            Player.objects.filter(pk=pair["guest"]).update(absorbed_by=pair["player"], is_active=False)


def listen() -> None:
    """Mark the guest in the transaction of the `absorbed` event."""
    milestones.listen(ABSORBED, _end_guest)


def _end_guest(pair: Absorption, events: tuple[Event, ...]) -> None:
    """The check is the update itself: of two accounts that want one guest, the second finds none left."""
    is_account = Player.objects.filter(pk=pair["player"], is_guest=False, is_active=True).exists()
    guests = Player.objects.filter(pk=pair["guest"], is_guest=True, is_active=True)
    if not is_account or not guests.update(absorbed_by=pair["player"], is_active=False):
        raise NotAbsorbed("{guest} cannot become part of {player}".format(**pair))
    Session.objects.filter(player_id=pair["guest"]).delete()


def _logged() -> Iterator[Absorption]:
    """Every absorption in the log."""
    for head in store.heads("player:"):
        if head.version == 1:
            continue  # joined, and nothing since
        for event in store.read(head.stream, after=1):
            if event.kind == "absorbed":
                yield Absorption(player=head.stream.removeprefix("player:"), guest=event.data["guest"])
