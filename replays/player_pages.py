"""The pages of players: one's own and others', whom they follow, and two of them beside each other."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from replays import daily, games, ladder, profiles
from replays.keyset import BadCursor
from replays.pages import LATEST_WINS, player_of
from replays.versus import LOOKED_AT, versus
from solitaire.daily import calendar
from solitaire.players import following
from solitaire.players.blocks import has_blocked
from solitaire.players.models import Player
from solitaire.players.names import LONGEST, name_key
from solitaire.players.privacy import seen_by


def find(player_id: str) -> Player:
    """The player of that id, be it a guest who is part of an account by now; raises Http404."""
    player = Player.objects.find(player_id)
    if player is None:
        raise Http404
    return player


@require_safe
def player(request: HttpRequest, player_id: str) -> HttpResponse:
    """A player: name, whether a guest, figures, games. A guest's page leads on to the account they became."""
    player = find(player_id)
    if player.absorbed_by_id:
        return redirect("player", player.absorbed_by_id)
    if player.left_at is not None:
        return render(request, "former_player.html")
    me = player_of(request)
    seen = seen_by(me, player)
    try:
        recent = games.of_player(player.pk, me, request.GET.get("after")) if seen.games else None
    except BadCursor as error:
        raise Http404 from error
    return render(
        request,
        "player.html",
        {
            "player": player,
            "seen": seen,
            "shut": not (seen.games or seen.figures),
            "games": recent,
            "wins": games.wins_of_player(player.pk, LATEST_WINS) if seen.games else [],
            "favourites": profiles.favourites(player.pk) if seen.games else [],
            "races": profiles.races_of(player.pk) if seen.games else [],
            "figures": profiles.figures_of(player.pk) if seen.figures else None,
            "ratings": ladder.ratings_of(player.pk) if seen.figures else [],
            "streaks": daily.streaks_of(player.pk, calendar.today()) if seen.figures else None,
            "follows": profiles.follows_of(player.pk) if seen.follows else None,
            "followed": me is not None and me != player.pk and following.follows(me, player.pk),
            "blocked": me is not None and me != player.pk and has_blocked(me, player.pk),
        },
    )


@require_safe
def follows(request: HttpRequest, player_id: str) -> HttpResponse:
    """Whom a player follows."""
    return _follows(request, player_id, "following")


@require_safe
def followers(request: HttpRequest, player_id: str) -> HttpResponse:
    """Who follows a player."""
    return _follows(request, player_id, "followers")


def _follows(request: HttpRequest, player_id: str, which: str) -> HttpResponse:
    player = find(player_id)
    if player.absorbed_by_id:
        return redirect(which, player.absorbed_by_id)
    if player.left_at is not None:
        return redirect("player", player.pk)
    me = player_of(request)
    seen = seen_by(me, player)
    read = profiles.following if which == "following" else profiles.followers
    try:
        shown = read(player.pk, request.GET.get("after")) if seen.follows else None
    except BadCursor as error:
        raise Http404 from error
    rows = shown.rows if shown else []
    if which == "following":
        people = [row.followed for row in rows]
    else:  # who keeps to themselves whom they follow is told by no list of followers either
        people = [row.follower for row in rows if seen_by(me, row.follower).follows]
    words = {
        "player": player,
        "which": which,
        "seen": seen,
        "people": people,
        "next": shown and shown.next,
        "here": reverse(which, args=[player.pk]),
    }
    return render(request, "follows.html", words)


@dataclass(frozen=True)
class Asked:
    """One of two players to be compared: what was typed, who that is, and what is wrong with it."""

    typed: str
    player: Player | None = None
    problem: str = ""


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Two players beside each other: `one` and `other` are names, or ids."""
    one, other = (_asked(request.GET.get(name, "")) for name in ("one", "other"))
    if one.player and other.player and one.player.pk == other.player.pk:
        other = Asked(other.typed, problem=_("These are one and the same player. Please choose another."))
    words = {"one": one, "other": other, "longest": LONGEST, "looked_at": LOOKED_AT}
    if one.player and other.player:
        me = player_of(request)
        words["shut"] = [asked.player for asked in (one, other) if asked.player and not _comparable(me, asked.player)]
        if not words["shut"]:
            words["versus"] = versus(one.player.pk, other.player.pk)
    wrong = any(asked.problem for asked in (one, other))
    return render(request, "compare.html", words, status=404 if wrong else 200)


def _comparable(me: str | None, player: Player) -> bool:
    """Whether somebody may see enough of a player to compare them: which games they played, and how well."""
    seen = seen_by(me, player)
    return seen.figures and seen.games


def _asked(typed: str) -> Asked:
    typed = typed.strip()
    if not typed:
        return Asked("")
    found = named(typed)
    if found is None:
        return Asked(typed[:LONGEST], problem=_("Nobody here has that name."))
    return Asked(found.name, found)


def named(typed: str) -> Player | None:
    """The player of that name or id who is there; a guest who is part of an account by now is that account."""
    if len(typed) > 4 * LONGEST or "\x00" in typed or "\n" in typed:
        return None
    found = Player.objects.find(typed)
    if found is None:
        found = Player.objects.select_related("absorbed_by").filter(name_key=name_key(typed)).first()
    if found is None:
        return None
    found = found.absorbed_by or found
    return None if found.left_at is not None else found
