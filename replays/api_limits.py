"""How often one network may ask the API."""

from django.http import HttpRequest
from ninja.throttling import BaseThrottle

from solitaire.limits import Limits, TooMany
from solitaire.players.throttle import origin

limits = Limits("REPLAYS")


class PerAddress(BaseThrottle):
    """A token bucket for each network requests come from (`REPLAYS["api"]` in the settings)."""

    def __init__(self) -> None:
        self._wait = 0

    def allow_request(self, request: HttpRequest) -> bool:
        """Whether this request may be answered."""
        try:
            limits.spend("api", origin(request))
        except TooMany as error:
            self._wait = error.wait
            return False
        return True

    def wait(self) -> float:
        """Seconds until the next one may be."""
        return self._wait
