"""`/account/data`: everything the site has about a player, as a file for them alone.

One archive at a time, of bounded size: `player.json` tells who they are here, and `games.jsonl` their games with every
move, a line each, the oldest first. Who has played more than `PART` games takes them in several parts.
"""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any, cast

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import View

from replays.games import with_result
from replays.models import Comment, Game, RacePlace, Result
from solitaire.limits import Limits
from solitaire.live.table import stream_of
from solitaire.log import store
from solitaire.players.absorb import selves
from solitaire.players.blocks import blocked_by
from solitaire.players.models import Follow, Player
from solitaire.players.preferences import preferences_of
from solitaire.players.privacy import privacy_of
from solitaire.players.sanctions import told
from solitaire.races.models import Flag, RatingChange

PART = 500
"""So many games are in one archive; of races and changes of ratings the latest so many."""

limits = Limits("REPLAYS")


@method_decorator(never_cache, name="dispatch")
class DataPage(LoginRequiredMixin, View):
    """What there is to download, and the archive itself."""

    http_method_names = ("get", "head", "post")

    def get(self, request: HttpRequest, *, problem: bool = False) -> HttpResponse:
        """Say what is in it."""
        made = parts(cast(Player, request.user).pk)
        words = {"parts": range(1, made + 1), "part_size": PART, "problem": problem}
        return render(request, "own_data.html", words, status=400 if problem else 200)

    def post(self, request: HttpRequest) -> HttpResponse:
        """The archive: field `part`, from 1. Raises `TooMany`."""
        player = cast(Player, request.user)
        typed = request.POST.get("part", "1")
        part = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0
        if not 1 <= part <= parts(player.pk):
            return self.get(request, problem=True)
        limits.spend("downloads", player.pk)
        answer = HttpResponse(archive(player, part), content_type="application/zip")
        answer["Content-Disposition"] = f'attachment; filename="samedeal-{player.pk}-{part}.zip"'
        return answer


page = DataPage.as_view()


def parts(player_id: str) -> int:
    """How many archives a player's data take."""
    return max(1, -(-Game.objects.filter(owner=player_id).count() // PART))


def archive(player: Player, part: int) -> bytes:
    """One part of a player's data, as the bytes of a ZIP archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as written:
        about = {"part": part, "parts": parts(player.pk), **about_player(player)}
        written.writestr("player.json", json.dumps(about, ensure_ascii=False, indent=2))
        with written.open("games.jsonl", "w") as lines:
            for game in games(player.pk, part):
                lines.write(json.dumps(game).encode() + b"\n")
    return file.getvalue()


def about_player(player: Player) -> dict[str, Any]:
    """All that is kept of a player but for their games. Times are milliseconds since 1970."""
    races = RacePlace.objects.filter(owner=player.pk).order_by("-settled_at", "-game")[:PART]
    changes = RatingChange.objects.filter(player=player.pk).order_by("draw", "-version")[:PART]
    follows = Follow.objects.filter(follower=player.pk).select_related("followed").order_by("-since")
    return {
        "id": player.pk,
        "name": player.name,
        "email": player.email,
        "guest": player.is_guest,
        "since": player.created_at.isoformat(),
        "last_login": player.last_login and player.last_login.isoformat(),
        "earlier_ids": list(selves(player.pk)[1:]),
        "settings": vars(preferences_of(player)),
        "privacy": vars(privacy_of(player)),
        "sessions": [session.expire_date.isoformat() for session in player.sessions.order_by("expire_date")],
        "follows": [{"id": row.followed_id, "name": row.followed.name, "since": row.since} for row in follows],
        "blocked": [{"id": blocked.pk, "name": blocked.name} for blocked in blocked_by(player.pk)],
        "comments": list(
            Comment.objects.filter(author__in=selves(player.pk)).order_by("at").values("game", "version", "text", "at")
        ),
        "decisions": [decision._asdict() for decision in told(player.pk)],
        "races": [
            {name: getattr(race, name) for name in ("race", "game", "place", "racers", "status", "rated", "settled_at")}
            for race in races
        ],
        "ratings": [
            {name: getattr(change, name) for name in ("draw", "race", "place", "before", "after", "at")}
            for change in changes
        ],
        "looked_at": list(
            Flag.objects.filter(player=player.pk)
            .order_by("at")
            .values("game", "race", "kind", "detail", "at", "verdict")[:PART]
        ),
    }


def games(player_id: str, part: int) -> Iterator[dict[str, Any]]:
    """The games of one part, each with its moves: what the player did, and nothing that they do not know.

    A deal's code is left out for as long as its race or its day keeps it secret.
    """
    rows = with_result(Game.objects.filter(owner=player_id)).order_by("dealt_at", "id")
    for game in rows[(part - 1) * PART : part * PART]:
        names = ("id", "race", "day", "family", "draw", "ruleset", "rules", "dealt_at", "over", "first", "practice")
        yield {name: getattr(game, name) for name in names} | {
            "code": None if game.secret else game.code,
            "result": None if game.hidden else _result(game),
            "moves": [
                [event.at - game.dealt_at, event.data]
                for event in store.read(stream_of(game.pk), after=1)
                if event.kind == "move"
            ],
        }


def _result(game: Game) -> dict[str, Any] | None:
    result: Result | None = getattr(game, "result", None)
    names = ("outcome", "ended_at", "time_ms", "moves", "score", "home", "hinted", "sealed", "review", "streak")
    return {name: getattr(result, name) for name in names} if result else None
