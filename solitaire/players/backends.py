"""How a name and a password become a player."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from solitaire.players import throttle
from solitaire.players.models import Player
from solitaire.players.names import name_key


class PlayerBackend(ModelBackend):
    """Django's way, but with a limit on tries, for each name and each network, whichever page asks."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> Player | None:
        """The active account of that name, if the password is its own; raises `TooMany` after too many tries."""
        if request is not None and username is not None:
            throttle.limits.spend("logins", throttle.origin(request))
            throttle.limits.spend("logins_of_a_name", name_key(username))
        return super().authenticate(request, username=username, password=password, **kwargs)
