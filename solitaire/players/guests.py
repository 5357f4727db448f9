"""Guests: they play at once, and their first action makes them."""

from django.contrib.auth import login
from django.http import HttpRequest

from solitaire.players import joining, throttle
from solitaire.players.models import Player


def player_for(request: HttpRequest) -> Player:
    """The player who sends `request`; a new guest, logged in from now on, where there is none yet.

    For actions alone: looking at a page makes nobody. Raises `TooMany` for too many guests from one network.
    """
    if isinstance(request.user, Player):
        return request.user
    throttle.limits.spend("guests", throttle.origin(request))
    guest = joining.new_guest()
    token = request.META.get("CSRF_COOKIE")
    login(request, guest)
    if token:
        # Django gives a new one at every login. Nobody has said who they are here, and the forms of the pages that this
        # browser has open in other tabs go on with the old one.
        request.META["CSRF_COOKIE"] = token
    return guest


def guest_of(request: HttpRequest) -> Player | None:
    """The guest who sends `request`; None for an account, and for somebody who has done nothing yet."""
    return request.user if isinstance(request.user, Player) and request.user.is_guest else None
