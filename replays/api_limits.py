"""How often one network may ask the API."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest
from ninja.throttling import BaseThrottle

from solitaire.limits import Buckets, TooMany
from solitaire.players.throttle import origin

MOST_REMEMBERED = 10_000
"""So many networks are remembered to have asked much lately."""


class PerAddress(BaseThrottle):
    """A token bucket for each network requests come from (`REPLAYS["api"]` in the settings)."""

    def __init__(self) -> None:
        self._wait = 0

    def allow_request(self, request: HttpRequest) -> bool:
        """Whether this request may be answered."""
        try:
            buckets().take(origin(request))
        except TooMany as error:
            self._wait = error.wait
            return False
        return True

    def wait(self) -> float:
        """Seconds until the next one may be."""
        return self._wait


@cache
def buckets() -> Buckets:
    """The buckets of this process."""
    limit = settings.REPLAYS["api"]
    return Buckets(limit["per_s"], limit["burst"], MOST_REMEMBERED)


def forget() -> None:
    """Everybody starts afresh, as in a new process."""
    buckets.cache_clear()
