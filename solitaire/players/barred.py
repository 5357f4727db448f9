"""A browser whose player is banned gets one page, which says so and why, whatever it asks for."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from solitaire.players.language import FOR_PROGRAMS
from solitaire.players.models import Sanction
from solitaire.players.sanctions import ban_of

ALWAYS = ("logout", "words", "manifest", "worker", "offline")
"""The names of what is answered all the same: somebody else may want to use this browser. So is what only reads."""


class Barred:
    """Middleware: answers those who are banned."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Show the page to those who are banned, and let all others pass."""
        ban = _ban(request)
        if ban is None:
            return self.get_response(request)
        return render(request, "players/banned.html", {"reason": ban.ban_reason}, status=403)


def _ban(request: HttpRequest) -> Sanction | None:
    """Only of a session through which nobody is logged in any more has to be asked whose it was."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or request.path.startswith(FOR_PROGRAMS):
        return None
    if request.user.is_authenticated or request.path in map(reverse, ALWAYS):
        return None
    player = request.session.get(SESSION_KEY)
    return ban_of(player) if player else None
