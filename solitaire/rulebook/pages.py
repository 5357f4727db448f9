"""The pages of the rules, and what the small tables on them are told."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from solitaire.limits import Limits, TooMany
from solitaire.live.refusals import error_text, refusal_text
from solitaire.players.throttle import origin
from solitaire.rulebook import trial as trials
from solitaire.rulebook.book import PAGES, Page, opening, page_at, refusal
from solitaire.rulebook.wording import RULES, TOPICS, Topic, about, paragraphs, tried, values
from solitaire.rules.moves import Code

limits = Limits("RULEBOOK")


@require_safe
def rules(request: HttpRequest, family: str, ruleset: str) -> HttpResponse:
    """The rules of one family under one rule set, each with an example of what it refuses."""
    page = _find(family, ruleset)
    shown = {
        "page": page,
        "pages": PAGES,
        "about": about(page),
        "topics": [_topic(page, topic) for topic in TOPICS],
        "values": values(page),
        "most_moves": trials.MOST_MOVES,
    }
    return render(request, "rulebook/page.html", shown)


def _find(family: str, ruleset: str) -> Page:
    page = page_at(family, ruleset)
    if page is None:
        raise Http404
    return page


def _topic(page: Page, topic: Topic) -> dict[str, Any]:
    codes = [code for code in topic.codes if code in page.examples]
    return {
        "key": topic.key,
        "name": topic.name,
        "paragraphs": paragraphs(page, topic.key),
        "examples": [_example(page, code) for code in codes],
    }


def _example(page: Page, code: Code) -> dict[str, Any]:
    refused, move = refusal(page, code), page.examples[code].refused
    return {
        "code": code,
        "rule": RULES[code],
        "tried": tried(refused, move),
        "move": move,
        "text": refusal_text(refused),
        "deal": opening(page, code).deal.code,
    }


@require_safe
def trial(request: HttpRequest, family: str, ruleset: str, code: str) -> HttpResponse:
    """The table of an example as JSON, or with `?move=` what comes of a move on it after those in `?made=`.

    It changes nothing anywhere, so it is a question like any other and needs no token.
    """
    page = _find(family, ruleset)
    known = next((known for known in page.examples if known == code), None)
    if known is None:
        raise Http404
    try:
        limits.spend("trials", origin(request))
        return JsonResponse(_answer(request, page, known))
    except TooMany as error:
        answer = JsonResponse({"t": "error", "code": "too-many", "text": error_text("too-many")}, status=429)
        answer["Retry-After"] = str(error.wait)
        return answer
    except trials.BadTrial as error:
        return JsonResponse({"t": "error", "code": "bad-trial", "text": str(error)}, status=400)


def _answer(request: HttpRequest, page: Page, code: Code) -> dict[str, Any]:
    move = request.GET.get("move")
    if move is None:
        return trials.table(page, code)
    return trials.judged(page, code, request.GET.get("made", ""), move)
