"""How often somebody may make rooms and take seats."""

from functools import cache
from typing import Literal

from django.conf import settings

from solitaire.limits import Buckets

What = Literal["rooms", "seats"]

KEYS_KEPT = 10_000  # players remembered for each `What`


def spend(what: What, player: str) -> None:
    """Count one `what` of a player; raises `TooMany` where it is one too many."""
    _buckets(what).take(player)


def forget() -> None:
    """Everybody starts afresh, as in a new process."""
    _buckets.cache_clear()


@cache
def _buckets(what: What) -> Buckets:
    limit = settings.ROOMS[what]
    return Buckets(limit["per_s"], limit["burst"], most=KEYS_KEPT)
