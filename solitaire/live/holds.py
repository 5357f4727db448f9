"""Why a player may not have a game dealt at the moment: asked of whoever knows a reason, before the cards are."""

from typing import Protocol

from django.http import HttpRequest, HttpResponse

from solitaire.players.models import Player
from solitaire.rules.deals import Deal


class Hold(Protocol):
    """Knows a reason why a player may not be dealt some cards."""

    def __call__(self, request: HttpRequest, player: Player, deal: Deal, *, practice: bool) -> HttpResponse | None:
        """The page that says why not, a game that counts or one for `practice`; None where nothing is against it."""


_holds: list[Hold] = []


def add(hold: Hold) -> None:
    """Ask `hold`, too, from now on; adding it twice is adding it once."""
    if hold not in _holds:
        _holds.append(hold)


def held(request: HttpRequest, player: Player, deal: Deal, *, practice: bool = False) -> HttpResponse | None:
    """The page of the first that has a reason, or None."""
    pages = (hold(request, player, deal, practice=practice) for hold in _holds)
    return next((page for page in pages if page is not None), None)
