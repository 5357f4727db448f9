"""How often somebody may try a password, sign up, become a guest or have a letter sent."""

from django.http import HttpRequest

from solitaire.limits import Limits, network

limits = Limits("PLAYERS")
conduct = Limits("CONDUCT")
"""Of reports, comments and blocks."""


def origin(request: HttpRequest) -> str:
    """The network a request comes from, as a key."""
    return network(request.META.get("REMOTE_ADDR") or "")
