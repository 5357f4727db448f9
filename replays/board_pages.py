"""The pages of the boards of the whole site: all of them at a glance, each for itself, and the games behind a row."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from replays import games, ladder, names, site_boards
from replays.asked import Way
from replays.keyset import BadCursor
from replays.pages import MOST_PLAYED, PlayedDeal, player_of
from replays.player_pages import find
from replays.site_boards import Line, SiteBoard
from solitaire.players.privacy import seen_by
from solitaire.rules.deals import DRAWS, Deal

LEADERS = 5
"""So many rows of each board stand on the page of all."""


@dataclass(frozen=True)
class Glance:
    """The first rows of a board, and the way to the whole of it."""

    board: SiteBoard
    name: Promise
    lead: Promise
    lines: Sequence[Line]


def ways(current: str) -> list[Way]:
    """The boards of the site one beside the other; `current` is the address of the page, which may be none of them."""
    all_ = [
        (_("All boards"), reverse("boards")),
        *((name, reverse("board", args=[board])) for board, name in names.SITE_BOARDS.items()),
        *((_("Ladder, draw one"), reverse("ladder", args=[1])), (_("Ladder, draw three"), reverse("ladder", args=[3]))),
    ]
    return [Way(name, address, address == current) for name, address in all_]


@require_safe
def all_boards(request: HttpRequest) -> HttpResponse:
    """The first of each board, and the deals that are played most."""
    glances = [
        Glance(board, names.SITE_BOARDS[board], names.SITE_LEADS[board], site_boards.read(board, size=LEADERS).lines)
        for board in SiteBoard
    ]
    return render(
        request,
        "boards/all.html",
        {
            "ways": ways(request.path),
            "glances": glances,
            "ladders": [(draw, ladder.read(draw, size=LEADERS).lines) for draw in DRAWS],
            "most_played": [PlayedDeal(Deal.parse(row.code), row) for row in games.most_played(MOST_PLAYED)],
        },
    )


@require_safe
def board(request: HttpRequest, board: str) -> HttpResponse:
    """One board, 50 rows at a time, with one's own place."""
    which, me = board_of(board), player_of(request)
    of, at = asked_period(request, which)
    try:
        page = site_boards.read(which, request.GET.get("after"), at=at)
    except BadCursor as error:
        raise Http404 from error
    shown = {line.row.owner_id for line in page.lines}
    beside = site_boards.beside(which, page.period)
    return render(
        request,
        "boards/board.html",
        {
            "ways": ways("" if beside.past else request.path),
            "board": which,
            "name": names.SITE_BOARDS[which],
            "lead": names.SITE_LEADS[which],
            "order": names.SITE_ORDERS[SiteBoard.WINS if of else which],
            "page": page,
            "of": of,
            "beside": beside,
            "around": site_boards.around(which, me, at) if me and me not in shown else [],
        },
    )


@require_safe
def behind(request: HttpRequest, board: str, player_id: str) -> HttpResponse:
    """The games behind a player's row on a board, if the player shows them; a guest's lead on to the account's."""
    which, player = board_of(board), find(player_id)
    of, at = asked_period(request, which)
    if player.absorbed_by_id:
        return redirect("board-behind", which, player.absorbed_by_id)
    try:
        found = site_boards.behind(which, player.pk, request.GET.get("after"), at=at)
    except BadCursor as error:
        raise Http404 from error
    return render(
        request,
        "boards/behind.html",
        {
            "board": which,
            "name": names.SITE_BOARDS[which],
            "player": player,
            "line": found.line,
            "of": of,
            "period": found.period,
            "wins": found.wins,
            "seen": seen_by(player_of(request), player),
        },
    )


def asked_period(request: HttpRequest, board: SiteBoard) -> tuple[str, int | None]:
    """The week or month that a request names, and a moment of it; "" and None where it names none.

    Raises Http404 for one there is not.
    """
    name = request.GET.get("of", "")
    if not name:
        return "", None
    period = site_boards.find(board, name)
    if period is None:
        raise Http404
    return name, period.begins


def board_of(name: str) -> SiteBoard:
    """The board of that name; raises Http404 for what is none."""
    if name not in SiteBoard.values:
        raise Http404
    return SiteBoard(name)
