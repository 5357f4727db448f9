"""The pages that look: the front page, deals, replays, the rules."""

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.views.decorators.http import require_safe

from replays import boards, conduct_pages, courses, daily, games, names, records, tables, winnable
from replays.asked import asked_board
from replays.keyset import BadCursor
from replays.models import Board, DealCount
from solitaire.daily.templatetags.days import day_page
from solitaire.live.feed import Owner, show_game
from solitaire.live.pages import MOST_DIGITS
from solitaire.live.table import TableState
from solitaire.races.conduct import reason_of_void
from solitaire.rulebook.book import PAGES
from solitaire.rules.deals import DRAWS, RULE_SETS, BadCode, Deal
from solitaire.rules.game import start
from solitaire.rules.views import View
from solitaire.wording import bad_code_text

LIVE_TABLES = 6
LATEST_WINS = 8
MOST_PLAYED = 8
UNFINISHED = 3
EXAMPLE = "KL1-D1N-AAAAAAG"
"""The deal shown to somebody who has never seen one."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page: play now, what is going on, who won lately, what is played most."""
    me = player_of(request)
    return render(
        request,
        "home.html",
        {
            "daily": daily.today_for(me),
            "unfinished": games.unfinished(me, UNFINISHED) if me else [],
            "tables": tables.small_tables(LIVE_TABLES),
            "wins": games.latest_wins(LATEST_WINS),
            "most_played": [PlayedDeal(Deal.parse(row.code), row) for row in games.most_played(MOST_PLAYED)],
        },
    )


@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """The games being played now, as the front page shows them: the part of it that changes every moment."""
    return render(request, "parts/now.html", {"tables": tables.small_tables(LIVE_TABLES)})


@dataclass(frozen=True)
class PlayedDeal:
    """A deal and how often it has been played."""

    deal: Deal
    counts: DealCount


@require_safe
def open_deal(request: HttpRequest) -> HttpResponse:
    """`/deal?code=`: on to the page of the deal that somebody typed in."""
    typed = request.GET.get("code", "")
    if not typed.strip():
        return render(request, "bad_code.html", {"typed": typed})
    try:
        deal = Deal.parse(typed)
    except BadCode as error:
        return bad_code(request, typed, error, status=400)
    return redirect("deal", deal.code)


@require_safe
def deal(request: HttpRequest, code: str) -> HttpResponse:
    """Everything about one deal code: its boards, your own place, all replays, buttons to play it."""
    try:
        deal = Deal.parse(code)
    except BadCode as error:
        return bad_code(request, code, error, status=404)
    if deal.code != code:
        return HttpResponsePermanentRedirect(reverse("deal", args=[deal.code]))
    me = player_of(request)
    asked = asked_board(request.GET, deal.code, me)
    if asked is None:
        raise Http404
    board, filters = asked.board, asked.filters
    try:
        page = boards.read(deal.code, board, request.GET.get("after"), filters=filters)
        replays = games.of_deal(deal.code, request.GET.get("games"))
    except BadCursor as error:
        raise Http404 from error
    counts = games.counts(deal.code)
    shown = {line.row.owner_id for line in page.lines}
    return render(
        request,
        "deal.html",
        {
            "deal": deal,
            "way": names.deal_name(deal.family, deal.draw, deal.ruleset),
            "asked": asked,
            "board": board,
            "order": names.ORDERS[board],
            "takes": [name for only, name in names.ONLY.items() if only in filters.only],
            "nobody": names.NOBODY.get(filters.only, names.NOBODY_AT_ALL),
            "score_head": names.SCORES[deal.ruleset],
            "page": page,
            "around": boards.around(deal.code, board, me, filters) if me and me not in shown else [],
            "leaders": leaders(deal.code),
            "counts": counts,
            "proof": winnable.proof(counts),
            "mine": games.attempts_at(me, deal.code, deal.deck_key) if me else None,
            "unfinished": games.unfinished_at(me, deal.code, deal.deck_key) if me else None,
            "replays": replays,
            "draws": [(draw, replace(deal, draw=draw).code) for draw in DRAWS],
            "other_ways": other_ways(deal),
        },
    )


def leaders(code: str) -> list[tuple[Promise, boards.Line]]:
    """The first row of each board of a deal, with the board's name; nothing where nobody stands on it."""
    pages = [boards.read(code, board, size=1) for board in Board]
    return [(names.BOARDS[page.board], line) for page in pages for line in page.lines]


def other_ways(deal: Deal) -> list[tuple[str, list[tuple[Promise, str]]]]:
    """The same cards under every other family and rule set: what that is called, and the code for each draw count."""
    ways = [("KL", ruleset) for ruleset in RULE_SETS] + [("TF", "N")]
    return [
        (
            f"{names.FAMILIES[family]} · {names.RULE_SETS[ruleset]}",
            [(names.DRAWS[draw], Deal(family, deal.kind, draw, ruleset, deal.letters).code) for draw in DRAWS],
        )
        for family, ruleset in ways
        if (family, ruleset) != (deal.family, deal.ruleset)
    ]


def bad_code(request: HttpRequest, typed: str, error: BadCode, status: int) -> HttpResponse:
    """What is wrong with a code and what is allowed there, with the form to try again."""
    return render(request, "bad_code.html", {"typed": typed, "error": bad_code_text(error)}, status=status)


@require_safe
def replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game to be watched, from its deal on; one that is going on is watched live.

    One that its race keeps to itself is watched on the race's page, as far as it may be; one of the deal of the day is
    there for accounts whose own attempt is over.
    """
    table = find_table(game_id, player_of(request))
    if not table.watchable:
        return elsewhere(table.state)
    game = table.game
    shown = show_game(table.state, Owner(game.owner_id, game.owner.name), table.sight)
    review = game.result.review if hasattr(game, "result") else ""
    me = player_of(request)
    words = {
        "game": shown | {"over": table.state.game.over, "view": table.view},
        "practice": table.state.practice,
        "review": review,
        "has_result": hasattr(game, "result"),
        "void_reason": reason_of_void(game.pk) if review == "voided" and game.owner_id == me else "",
        "chart": courses.chart_of(table),
        "move": move_asked(request, table),
    }
    return render(request, "replay.html", words | conduct_pages.words_beside(game, me))


def move_asked(request: HttpRequest, table: tables.Standing) -> int | None:
    """The number of the move that an address asks for with `?move=`; None where it asks for none that there is."""
    text = request.GET.get("move", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None
    return number if number is not None and number < table.version else None


@require_safe
def record(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game as a game record, to be kept; not before its race has settled, where that keeps the game to itself."""
    table = find_table(game_id, player_of(request))
    if table.state.practice:
        raise Http404  # it need not begin with the deal, as a record does
    if not table.film:
        return render(request, "sealed.html", {"state": table.state}, status=403)
    answer = HttpResponse(records.text(table), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{table.game.code}-{game_id}.kgr"'
    return answer


def elsewhere(state: TableState) -> HttpResponse:
    """On to where a game is seen that its race, or its day, keeps to itself."""
    return redirect("race", state.race) if state.race else redirect(day_page(state.day))


def find_table(game_id: str, viewer: str | None) -> tables.Standing:
    """The game as `viewer` may see it; raises Http404 where there is none that viewer is to know of."""
    game = games.find(game_id)
    if game is None:
        raise Http404
    table = tables.standing(game, viewer)
    if not table.there:
        raise Http404
    return table


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules in short, for each family and rule set."""
    deal = Deal.parse(EXAMPLE)
    example = {"code": deal.code, "columns": tables.columns(start(deal), View.OWNER)}
    return render(request, "rules.html", {"example": example, "pages": PAGES})


def player_of(request: HttpRequest) -> str | None:
    """The id of who asks; None for somebody who has not played yet."""
    return request.user.pk if request.user.is_authenticated else None
