"""Pages that begin and show a game."""

from collections.abc import Collection, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from solitaire.limits import Limits
from solitaire.live import holds, new_game
from solitaire.live.admission import owner_of
from solitaire.live.feed import show_game
from solitaire.live.ghost import NoGhost, ghost_of
from solitaire.live.new_game import close_game, deal_game, random_deal
from solitaire.live.sight import Role, facts_of, seat_of
from solitaire.live.table import Origin, begin, beginning, read_game
from solitaire.live.winnable import winnable_like
from solitaire.players.absorb import selves
from solitaire.players.guests import player_for
from solitaire.players.models import Player
from solitaire.rules.deals import BadCode, Deal
from solitaire.rules.moves import Refused
from solitaire.rules.views import View
from solitaire.wording import bad_code_text

MOST_DIGITS = 6
"""Of the number of a move."""

limits = Limits("LIVE")


class SeeOther(HttpResponseRedirect):
    """On to another page, to be read with GET."""

    status_code = 303


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Deal a game and go to its table.

    Fields: `code`, or `family`, `draw` and `ruleset` for a deck nobody can foresee (with `winnable`, one that can be
    won), or `ghost`, a recorded game to race on its own deal; `leave`, a game of one's own that this one takes the
    place of. Raises `TooMany`.
    """
    ghost = request.POST.get("ghost", "")
    try:
        deal = ghost_of(ghost).game.deal if ghost else wanted_deal(request.POST)
    except NoGhost as error:
        status = 404 if error.code == "no-such-game" else 409
        return render(request, "no_ghost.html", {"why": error.code}, status=status)
    except BadCode as error:
        words = {"typed": request.POST.get("code", ""), "error": bad_code_text(error)}
        return render(request, "play.html", words, status=400)
    player = player_for(request)
    limits.spend("deals", player.pk)
    if (page := holds.held(request, player, deal)) is not None:
        return page
    if request.POST.get("winnable") and not (ghost or request.POST.get("code")):
        winnable = winnable_like(deal)  # on a deck as new to everybody as the one that was held against nothing
        if winnable is None:
            return render(request, "none_winnable.html", {"deal": deal}, status=409)
        deal = winnable
    leave(player, request.POST.get("leave", ""))
    return SeeOther(reverse("game", args=[deal_game(player.pk, deal, ghost=ghost)]))


def wanted_deal(fields: Mapping[str, str]) -> Deal:
    """The deal a form asks for; raises `BadCode`."""
    code = fields.get("code", "").strip()
    if code or "family" not in fields:
        return Deal.parse(code)
    family, draw = fields["family"], fields.get("draw", "1")
    ruleset = "N" if family == "TF" else fields.get("ruleset", "N")
    return random_deal(family, draw, ruleset)


def leave(player: Player, game_id: str) -> None:
    """Close a player's own game that is still going or lost; anything else is left alone."""
    events = read_game(game_id) if game_id else []
    if events and events[0].who in selves(player.pk):
        close_game(game_id, "left", player.pk, when=lambda _state: True)


@require_POST
def play_on(request: HttpRequest, game_id: str) -> HttpResponse:
    """Begin a practice game where another game stood after one of its moves, and go to its table.

    Fields: `move`, the number of that move, 0 for the deal; `leave`, as in `play`. Raises `TooMany`.
    """
    events = read_game(game_id)
    if not events:
        raise Http404
    state, viewer = begin(game_id, events[0]), request.user
    race, viewers = facts_of(state.part), selves(viewer.pk) if isinstance(viewer, Player) else ()
    role = race.role(state.player, viewers)
    seen = race.sight(state.game, role)
    if not (seen.code and seen.view in (View.OWNER, View.ALL)) or state.practice:
        raise Http404
    move, last = request.POST.get("move", ""), len(events) - 1
    if not move.isascii() or not move.isdigit() or len(move) > MOST_DIGITS or int(move) > last:
        return render(request, "play_on.html", {"game_id": game_id, "typed": move, "last": last}, status=400)
    origin = Origin(game_id, int(move) + 1)
    try:
        deal = beginning(origin).deal
    except Refused:
        return render(request, "play_on.html", {"game_id": game_id, "decided": True}, status=400)
    player = player_for(request)
    limits.spend("deals", player.pk)
    if (page := holds.held(request, player, deal, practice=True)) is not None:
        return page
    leave(player, request.POST.get("leave", ""))
    return SeeOther(reverse("game", args=[new_game.play_on(player.pk, origin)]))


@require_safe
@never_cache
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The table of a game, for its player; everybody else is sent to watch it. A race is played on its own page."""
    events = read_game(game_id)
    if not events:
        seat = seat_of(game_id)
        if seat is None:
            raise Http404
        return redirect("race", seat.race)
    state = begin(game_id, events[0])
    race = facts_of(state.part)
    if state.race and not race.settled:
        return redirect("race", state.race)
    viewers = selves(request.user.pk) if isinstance(request.user, Player) else ()
    role = race.role(state.player, viewers)
    if role is not Role.PLAYER:
        if state.practice:
            raise Http404
        return redirect("replay", game_id)
    shown = show_game(state, owner_of(state.player), race.sight(state.game, role))
    words = {
        "game": shown,
        "practice": state.practice,
        "origin": state.origin,
        "hints": "h" not in race.off,
        "ghost": shown_ghost(state.ghost, viewers),
    }
    return render(request, "game.html", words)


def shown_ghost(game_id: str, viewers: Collection[str]) -> dict[str, Any] | None:
    """The recorded game that a game is raced against, for its player; None for one that is raced against nobody."""
    if not game_id:
        return None
    state = begin(game_id, read_game(game_id)[0])
    owner = owner_of(state.player)
    return {"id": game_id, "name": owner.name, "own": state.player in viewers, "played_at": state.dealt_at}


@require_safe
def socket_docs(request: HttpRequest) -> HttpResponse:
    """What goes over the websocket, for people who write programs."""
    return render(request, "api/socket.html")
