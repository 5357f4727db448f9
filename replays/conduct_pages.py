"""What readers do about each other on the pages that look: report, and comment."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from replays import comments, games, reports, tables
from replays.models import Comment, Game
from replays.reports import About
from solitaire.limits import TooMany
from solitaire.players import throttle
from solitaire.players.models import Player


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def report(request: HttpRequest, kind: str, thing: str) -> HttpResponse:
    """`/report/…`: tell the operators of a name, a comment or a result; field `why`. Raises `TooMany`."""
    about = _about(kind, thing)
    if about is None:
        raise Http404
    if not isinstance(request.user, Player):
        return redirect("login")
    back = reverse("replay", args=[about.game]) if about.game else reverse("player", args=[about.player.pk])
    whys = reports.WHYS[kind]
    why = request.POST.get("why", "")
    words = {"about": about, "whys": whys.items(), "back": back, "wrong": request.method == "POST"}
    if why not in whys:
        return render(request, "report.html", words, status=400 if words["wrong"] else 200)
    throttle.conduct.spend("reports_of_a_network", throttle.origin(request))
    throttle.conduct.spend("reports", request.user.pk)
    reports.report(about, why, request.user.pk)
    return render(request, "report_sent.html", words)


def _about(kind: str, thing: str) -> About | None:
    """What a report is about; None where there is nothing like that to be seen."""
    match kind:
        case reports.NAME:
            player = Player.objects.find(thing)
            return reports.of_name(player.absorbed_by or player) if player else None
        case reports.COMMENT:
            comment = comments.find(thing)
            shown = comment is not None and comment.pk not in comments.taken_down(comment.game)
            return reports.of_comment(comment) if comment and shown else None
        case reports.RESULT:
            game = games.find(thing)
            shown = game is not None and not game.hidden and hasattr(game, "result")
            return reports.of_result(game.result) if game and shown else None
        case _:
            return None


# --- comments, written and deleted by the page of the game ---


@require_POST
def comment(request: HttpRequest, game_id: str) -> HttpResponse:
    """Write a comment: fields `version` (of the event it stands beside) and `text`. Answers as the API shows one."""
    if not isinstance(request.user, Player):
        return _problem(403, "unfinished", _("Finish this deck first: then you can say something about its games."))
    game = games.find(game_id)
    if game is None:
        raise Http404
    typed = request.POST.get("version", "")
    version = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 8 else 0
    try:
        throttle.conduct.spend("comments_of_a_network", throttle.origin(request))
        throttle.conduct.spend("comments", request.user.pk)
        table = tables.standing(game, request.user.pk)
        if not table.there:
            raise Http404
        written = comments.write(request.user.pk, table, version, request.POST.get("text", ""))
    except TooMany as error:
        answer = _problem(429, "too-many", _("That is too often. Wait a moment."))
        answer["Retry-After"] = str(error.wait)
        return answer
    except comments.CannotComment as error:
        return _problem(403 if error.code in ("sealed", "muted", "unfinished") else 409, error.code, error.text)
    return JsonResponse(show_comment(written, request.user.pk), status=201)


@require_POST
def delete_comment(request: HttpRequest, comment_id: str) -> HttpResponse:
    """Delete a comment of one's own."""
    found = comments.find(comment_id)
    if found is None or not isinstance(request.user, Player):
        raise Http404
    if not comments.delete(found, request.user.pk):
        return _problem(403, "not-yours", _("This comment is somebody else's."))
    return HttpResponse(status=204)


def _problem(status: int, code: str, text: str) -> HttpResponse:
    return JsonResponse({"code": code, "text": text}, status=status)


def show_comment(comment: Comment, viewer: str | None) -> dict[str, object]:
    """A comment, ready for JSON."""
    author = comment.author.absorbed_by or comment.author
    return {
        "id": comment.pk,
        "v": comment.version,
        "text": comment.text,
        "at": comment.at,
        "player": {"id": author.pk, "name": author.name, "guest": author.is_guest},
        "mine": viewer in (author.pk, comment.author_id),
    }


def words_beside(game: Game, viewer: str | None) -> dict[str, object]:
    """What the page of a game says of comments: whether whoever reads may write, and if not, why."""
    place = comments.place_of(viewer, game)
    return {"comment_place": place.code, "muted": place.muted, "longest_comment": comments.LONGEST}
