"""Practice and the games that count keep apart: nobody tries out beside a game what lies face down in it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from replays.models import Game
from solitaire.players.models import Player
from solitaire.rules.deals import Deal


def beside(request: HttpRequest, player: Player, deal: Deal, *, practice: bool) -> HttpResponse | None:
    """The page that asks to end the other game on the same deck first, whatever its code; None where there is none.

    For a practice game that is one that counts, for one that counts a practice game.
    """
    going_on = Game.objects.filter(owner=player.pk, deck_key=deal.deck_key, over=False)
    others = going_on.filter(hidden=False) if practice else going_on.filter(practice=True)
    other = others.exclude(pk=request.POST.get("leave", "")).order_by("-dealt_at").first()
    if other is None:
        return None
    asked = {"move": request.POST.get("move", "")} if practice else {"code": deal.code}
    return render(request, "beside.html", {"other": other, "practice": practice, "asked": asked}, status=409)
