"""Who follows whom: an account follows other players, to see their results apart.

A guest may be followed, and follows nobody. When an account absorbs the guest, its followers follow the account; the
account itself never does, and who followed both keeps the earlier of the two. Whoever leaves takes both sides along.
"""

from collections.abc import Iterable

from django.db import transaction

from solitaire.log import milestones, writer
from solitaire.log.event import Event
from solitaire.players.absorb import ABSORBED, Absorption
from solitaire.players.models import Follow, Player

MOST = 200
"""So many players one may follow, so that a list of all their results stays quick."""


class NotFollowed(Exception):
    """Nobody follows themselves, a guest follows nobody, and nobody follows who has left."""


class TooManyFollowed(Exception):
    """Somebody follows `MOST` players already."""


def follow(follower: Player, followed: Player) -> None:
    """Follow somebody from now on, by the account their games belong to; following twice is following once.

    Raises `NotFollowed` and `TooManyFollowed`.
    """
    followed = followed.absorbed_by or followed
    if follower.is_guest or follower.pk == followed.pk:
        raise NotFollowed(f"{follower.pk} cannot follow {followed.pk}")
    with transaction.atomic():
        # The rows stay locked: nobody gets past the number, and nobody follows a guest who is being absorbed.
        pair = (
            Player.objects.select_for_update().order_by("pk").filter(pk__in=(follower.pk, followed.pk), is_active=True)
        )
        if len(pair) < 2:
            raise NotFollowed(f"{follower.pk} cannot follow {followed.pk}")
        follows = Follow.objects.filter(follower=follower)
        if follows.filter(followed=followed).exists():
            return
        if follows.count() >= MOST:
            raise TooManyFollowed(follower.pk)
        Follow.objects.create(follower=follower, followed=followed, since=writer.now())


def unfollow(follower: Player, followed: Player) -> None:
    """Follow somebody no more; nothing where they were not followed."""
    Follow.objects.filter(follower=follower.pk, followed=followed.absorbed_by_id or followed.pk).delete()


def followed_by(player_id: str) -> list[str]:
    """The ids of all that a player follows: `MOST` at most, and whose they are today."""
    return list(Follow.objects.filter(follower=player_id).values_list("followed", flat=True))


def follows(follower: str, followed: str) -> bool:
    """Whether one player (by id) follows another."""
    return Follow.objects.filter(follower=follower, followed=followed).exists()


def listen() -> None:
    """Hand over a guest's followers in the transaction of the `absorbed` event."""
    milestones.listen(ABSORBED, _hand_over)


def _hand_over(pair: Absorption, events: Iterable[Event]) -> None:
    followers = dict(Follow.objects.filter(followed=pair["guest"]).values_list("follower", "since"))
    Follow.objects.filter(followed=pair["guest"]).delete()
    followers.pop(pair["player"], None)
    both = Follow.objects.filter(followed=pair["player"], follower__in=followers)
    for follower, since in list(both.values_list("follower", "since")):
        followers[follower] = min(since, followers[follower])
    Follow.objects.bulk_create(
        (
            Follow(follower_id=follower, followed_id=pair["player"], since=since)
            for follower, since in followers.items()
        ),
        update_conflicts=True,
        unique_fields=["follower", "followed"],
        update_fields=["since"],
    )
