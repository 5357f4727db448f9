"""Two to four games of one deck side by side."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from replays import boards, courses, games
from replays.models import Board, Game
from replays.pages import find_table, player_of
from replays.tables import Standing

FEWEST, MOST = 2, 4
BEST = 4
"""So many of each board are offered to be chosen."""


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """`/compare?game=…&game=…`: the games side by side, and what else there is to choose from.

    With one game there is nothing but the choice. Raises Http404 for a game that is none.
    """
    asked = list(dict.fromkeys(request.GET.getlist("game")[: 2 * MOST]))
    me = player_of(request)
    if not 0 < len(asked) <= MOST:
        return _refused(request, _("Choose two to four games of one deck; you have chosen %d.") % len(asked))
    compared = [find_table(game_id, me) for game_id in asked]
    if not all(table.film for table in compared):
        return _refused(request, _("A game of a race can be compared once the race has settled."))
    if len({table.game.deck_key for table in compared}) > 1:
        return _refused(request, _("Only games on the very same cards can be compared, and these are not."))
    chart, runners = courses.chart_of_all(compared, me)
    enough = len(compared) >= FEWEST
    return render(
        request,
        "side_by_side.html",
        {
            "code": compared[0].game.code,
            "compared": list(zip(compared, runners, strict=True)) if enough else [],
            "chart": chart,
            "runners": runners,
            "films": [
                {"game": table.game.pk, "name": table.game.owner.name, "you": runner.own}
                for table, runner in zip(compared, runners, strict=True)
            ],
            "choice": choice(compared, me),
            "chosen": asked,
        },
    )


def _refused(request: HttpRequest, text: str) -> HttpResponse:
    return render(request, "side_by_side_refused.html", {"text": text}, status=400)


def choice(compared: Sequence[Standing], me: str | None) -> list[Game]:
    """Games to choose from: those compared, the reader's own, the best of each board, and the newest."""
    code = compared[0].game.code
    best = [line.row.game_id for board in Board for line in boards.read(code, board, size=BEST).lines]
    newest = games.of_deal(code, size=2 * BEST).rows
    own = games.of_deck(me, code, compared[0].game.deck_key, BEST) if me else []
    offered = {table.game.pk: table.game for table in compared}
    for game in [*own, *games.these(best), *newest]:
        offered.setdefault(game.pk, game)
    return list(offered.values())
