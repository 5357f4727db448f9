"""How often somebody may try a password, sign up, become a guest or have a letter sent."""

from functools import cache
from typing import Literal

from django.conf import settings
from django.http import HttpRequest

from solitaire.limits import Buckets, network

What = Literal["logins_of_a_name", "logins", "sign_ups", "guests", "letters_to_one", "letters"]

LONGEST_KEY = 100  # characters kept of what somebody typed
KEYS_KEPT = 10_000  # names, addresses and networks remembered for each `What`: some 3 MB


def spend(what: What, key: str) -> None:
    """Count one `what` of `key`; raises `TooMany` where it is one too many."""
    _buckets(what).take(key[:LONGEST_KEY])


def origin(request: HttpRequest) -> str:
    """The network a request comes from, as a key."""
    return network(request.META.get("REMOTE_ADDR") or "")


def forget() -> None:
    """Everybody starts afresh, as in a new process."""
    _buckets.cache_clear()


@cache
def _buckets(what: What) -> Buckets:
    limit = settings.PLAYERS[what]
    return Buckets(limit["per_s"], limit["burst"], most=KEYS_KEPT)
