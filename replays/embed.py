"""A replay on a page of its own that other sites may frame: the one page of this site that they may."""

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from replays.pages import find_table
from solitaire.live.feed import Owner, show_game


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it is typed for views without arguments
@require_safe
def embed(request: HttpRequest, game_id: str) -> HttpResponse:
    """The film of a game as a stranger sees it, whoever asks: nothing here can be acted on, or knows who one is."""
    table = find_table(game_id, viewer=None)
    if not table.film:
        raise Http404
    shown = show_game(table.state, Owner(table.game.owner_id, table.game.owner.name), table.sight)
    return render(request, "embed.html", {"game": shown})
