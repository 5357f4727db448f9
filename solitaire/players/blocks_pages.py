"""The pages on which a player blocks others, and looks at whom they have blocked."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from solitaire.players import blocks, throttle
from solitaire.players.models import Player


@require_safe
@never_cache
def blocked(request: HttpRequest) -> HttpResponse:
    """`/blocked`: whom one has blocked."""
    if not isinstance(request.user, Player):
        return redirect("login")
    return render(request, "players/blocked.html", {"players": blocks.blocked_by(request.user.pk)})


@require_POST
def block(request: HttpRequest, player_id: str) -> HttpResponse:
    """Block a player; once however often it is asked for. Raises `TooMany`."""
    if not isinstance(request.user, Player):
        return redirect("login")
    other = _find(player_id)
    throttle.conduct.spend("blocks", request.user.pk)
    try:
        blocks.block(request.user.pk, other)
    except blocks.CannotBlock as error:
        words = {"most": blocks.MOST, "code": error.code, "player": other}
        return render(request, "players/cannot_block.html", words, status=409)
    messages.success(request, _("You have blocked %(name)s.") % {"name": other.name})
    return redirect("player", other.pk)


@require_POST
def unblock(request: HttpRequest, player_id: str) -> HttpResponse:
    """Take a block back; no matter if there is none. Raises `TooMany`."""
    if not isinstance(request.user, Player):
        return redirect("login")
    other = _find(player_id)
    throttle.conduct.spend("blocks", request.user.pk)
    blocks.unblock(request.user.pk, other.pk)
    messages.success(request, _("%(name)s is not blocked any more.") % {"name": other.name})
    return redirect("blocked") if request.POST.get("back") == "list" else redirect("player", other.pk)


def _find(player_id: str) -> Player:
    """The player as they are now; raises Http404 where there is none."""
    found = Player.objects.find(player_id)
    if found is None:
        raise Http404
    return found.absorbed_by or found
