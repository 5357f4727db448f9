"""The buttons by which one follows a player, or does so no more."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from solitaire.players import following, throttle
from solitaire.players.following import MOST, NotFollowed, TooManyFollowed
from solitaire.players.models import Player


@require_POST
def follow(request: HttpRequest, player_id: str) -> HttpResponse:
    """Follow a player; for accounts, others are sent to get one. Raises `TooMany`."""
    found = find(player_id)
    if not isinstance(request.user, Player) or request.user.is_guest:
        return redirect("signup" if request.user.is_authenticated else "login")
    throttle.limits.spend("follows", request.user.pk)
    try:
        following.follow(request.user, found)
    except NotFollowed:
        messages.error(request, _("You cannot follow this player."))
    except TooManyFollowed:
        text = ngettext(
            "You follow %(most)d player, and nobody can follow more.",
            "You follow %(most)d players, and nobody can follow more.",
            MOST,
        )
        messages.error(request, text % {"most": MOST})
    return _back(found)


@require_POST
def unfollow(request: HttpRequest, player_id: str) -> HttpResponse:
    """Follow a player no more. Raises `TooMany`."""
    found = find(player_id)
    if not isinstance(request.user, Player):
        return redirect("login")
    throttle.limits.spend("follows", request.user.pk)
    following.unfollow(request.user, found)
    return _back(found)


def find(player_id: str) -> Player:
    """The player of that id, a guest who has become part of an account as that account; raises Http404."""
    found = Player.objects.find(player_id)
    if found is None:
        raise Http404
    return found.absorbed_by or found


def _back(player: Player) -> HttpResponse:
    answer = HttpResponseRedirect(reverse("player", args=[player.pk]))
    answer.status_code = 303
    return answer
