"""Why a player may not have a game dealt at the moment: asked of whoever knows a reason, before the cards are."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from solitaire.players.models import Player
from solitaire.rules.deals import Deal

Hold = Callable[[HttpRequest, Player, Deal], HttpResponse | None]
"""The page that says why `Player` may not be dealt `Deal` now; None where nothing stands against it."""

_holds: list[Hold] = []


def add(hold: Hold) -> None:
    """Ask `hold`, too, from now on; adding it twice is adding it once."""
    if hold not in _holds:
        _holds.append(hold)


def held(request: HttpRequest, player: Player, deal: Deal) -> HttpResponse | None:
    """The page of the first that has a reason, or None."""
    return next((page for hold in _holds if (page := hold(request, player, deal)) is not None), None)
