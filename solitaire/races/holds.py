"""While a race runs, its racers have no other game dealt on its deck."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from solitaire.players.absorb import selves
from solitaire.players.models import Player
from solitaire.races.models import STARTED, RaceRow, SeatRow
from solitaire.rules.deals import Deal


def racing(request: HttpRequest, player: Player, deal: Deal, *, practice: bool) -> HttpResponse | None:
    """The page that leads back to the race, for somebody who is racing; None where the game may be dealt.

    On a deck that is no secret that is about its cards alone, whatever the code. In a race that keeps its deck secret
    no game is dealt at all: to refuse some codes and not others would tell which deck it is.
    """
    seat = SeatRow.objects.filter(player__in=selves(player.pk), active=True, race__status=STARTED).first()
    if seat is None:
        return None
    code = RaceRow.objects.values_list("code", flat=True).get(pk=seat.race_id)
    replaces_it = request.POST.get("leave", "") == seat.game
    if code and not replaces_it and Deal.parse(code).deck_key != deal.deck_key:
        return None
    return render(request, "races/racing.html", {"race_id": seat.race_id, "known": bool(code)}, status=409)
