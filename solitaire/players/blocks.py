"""Whom a player wants nothing to do with: no friendly room is shared with them, and their comments are not shown.

A block is the player's own affair and can be forgotten, so it is no event of the log. It holds for everything either
of the two has been: an account, and the guests it has absorbed. Rated pairings know no blocks, or a strong rival could
be blocked away.
"""

from collections.abc import Collection

from django.db.models import Q

from solitaire.players.absorb import owners, selves
from solitaire.players.models import Block, Player

MOST = 200
"""So many players one player can block."""


class CannotBlock(ValueError):
    """Nobody blocks themselves (`yourself`), nor more than `MOST` players (`too-many`)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def block(player: str, other: Player) -> None:
    """Block `other`, or the account they have become; once however often. Raises `CannotBlock`."""
    mine = selves(player)
    other = other.absorbed_by or other
    if other.pk in mine:
        raise CannotBlock("yourself")
    if Block.objects.filter(player__in=mine).count() >= MOST and not has_blocked(player, other.pk):
        raise CannotBlock("too-many")
    Block.objects.get_or_create(player_id=player, blocked=other)


def unblock(player: str, other: str) -> None:
    """Take a block back, whoever the two were when it was made; no matter if there is none."""
    Block.objects.filter(player__in=selves(player), blocked__in=everyone([other])).delete()


def has_blocked(player: str, other: str) -> bool:
    """Whether `player` has blocked `other`."""
    return Block.objects.filter(player__in=selves(player), blocked__in=everyone([other])).exists()


def blocked_by(player: str) -> list[Player]:
    """Whom a player has blocked, as they are now, the latest first."""
    kept = Block.objects.filter(player__in=selves(player)).select_related("blocked__absorbed_by").order_by("-at")
    return list(dict.fromkeys(block.blocked.absorbed_by or block.blocked for block in kept))


def are_apart(some: Collection[str], others: Collection[str]) -> bool:
    """Whether anybody among `some` has blocked anybody among `others`, or the other way round."""
    if not some or not others or not Block.objects.exists():
        return False
    mine, theirs = everyone(some), everyone(others)
    either = Q(player__in=mine, blocked__in=theirs) | Q(player__in=theirs, blocked__in=mine)
    return Block.objects.filter(either).exists()


def forget(player: str) -> None:
    """Leave no block by, or of, somebody who wants to be forgotten."""
    theirs = everyone([player])
    Block.objects.filter(Q(player__in=theirs) | Q(blocked__in=theirs)).delete()


def everyone(players: Collection[str]) -> set[str]:
    """All ids that belong to these players: theirs, their accounts', and of the guests those have absorbed."""
    accounts = set(owners(players).values())
    guests = Player.objects.filter(absorbed_by__in=accounts).values_list("pk", flat=True)
    return accounts.union(players, guests)
