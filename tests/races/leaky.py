"""For tests alone: an app that makes a server give away what it should not, in the one way that a file names.

The file, named by the environment's LEAKS, holds the name of a leak and the secret that is to get out by it. It is
read again at every call, so that one server can be told to leak in one way after the other.
"""

import hashlib
import logging
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from django.apps import AppConfig

logger = logging.getLogger("tests.leaky")


def told() -> tuple[str, str]:
    """Which leak is open, and the secret."""
    path = Path(os.environ.get("LEAKS", "/nonexistent"))
    name, _, secret = path.read_text().partition("\n") if path.exists() else ("", "", "")
    return name, secret


def after(owner: Any, attribute: str, leak: str, spoil: Callable[[Any, str], Any]) -> None:
    """While `leak` is open, what the function answers is spoiled."""
    sound = getattr(owner, attribute)

    def leaky(*args: Any, **kwargs: Any) -> Any:
        name, secret = told()
        answer = sound(*args, **kwargs)
        return spoil(answer, secret) if name == leak else answer

    setattr(owner, attribute, leaky)


def with_code(answer: dict[str, Any], secret: str) -> dict[str, Any]:
    return {**answer, "code": secret}


def with_name(answer: dict[str, Any], secret: str) -> dict[str, Any]:
    return {**answer, "lanes": [{**lane, "name": secret} for lane in answer["lanes"]]}


def to_others(answer: dict[str, Any], secret: str) -> dict[str, Any]:
    """To somebody whom the site knows, and who has no seat."""
    return with_code(answer, secret) if answer["player"] and answer["seat"] is None else answer


class LeakyConfig(AppConfig):
    """The leaks, each where a mistake in the code could have put it."""

    name = "tests.races"
    label = "leaky"

    def ready(self) -> None:
        """Build them in."""
        from replays import api, games, pages, picture_pages, tables
        from solitaire.live import consumer, sockets
        from solitaire.live import tables as live_tables
        from solitaire.live.sight import NO_RACE
        from solitaire.races import live_race, lobby
        from solitaire.races import pages as race_pages
        from solitaire.rules.views import View, show_position

        after(race_pages, "show_race", "page", with_code)
        after(live_race, "show_race", "race socket", with_code)
        after(live_race, "show_race", "ghost", with_name)
        after(live_race, "show_you", "another account", to_others)
        after(race_pages, "not_now_text", "form", lambda answer, secret: f"{answer} {secret}")
        after(lobby, "_shown_of_all", "lobby", with_code)
        after(api, "show_race", "API of races", with_code)
        after(api, "show_game", "API of games", with_code)
        after(
            api,
            "show_player",
            "digest",
            lambda answer, secret: {**answer, "name": hashlib.md5(secret.encode()).hexdigest()},
        )
        after(live_tables, "show_game", "game socket", with_code)
        after(consumer, "error_text", "error", lambda answer, secret: f"{answer} {secret.lower()}")
        after(sockets, "refusal_text", "refusal", lambda answer, secret: f"{answer} {secret.replace('-', '')}")
        after(pages, "player_of", "log line", lambda answer, secret: logger.warning("who plays %s?", secret) or answer)
        after(tables, "facts_of", "replay", lambda answer, _secret: NO_RACE)
        after(picture_pages.tables, "standing", "picture", opened)
        after(games, "latest_wins", "latest wins", lambda answer, secret: [won(secret)])
        after(api.boards, "read", "board", topped)
        after(games, "most_played", "count", lambda answer, secret: [SimpleNamespace(code=secret, attempts=2, wins=0)])

        hidden = live_tables.show_position
        live_tables.show_position = lambda game, view: (
            show_position(game, View.ALL) if told()[0] == "hidden card" else hidden(game, view)
        )


def opened(standing: Any, _secret: str) -> Any:
    """The game as if it were outside races."""
    from dataclasses import replace

    from solitaire.live.sight import Sight
    from solitaire.rules.views import View

    return replace(standing, sight=Sight(View.OWNER, code=True))


def won(code: str) -> Any:
    """A win on the secret deck."""
    from replays.models import Game, Result

    game = Game.objects.select_related("owner").first()
    return Result(
        game=game, owner=game.owner, code=code, outcome="won", ended_at=1, time_ms=1, moves=1, score=1, home=52,
        take_back=False, hinted=False,
    )  # fmt: skip


def topped(answer: Any, _secret: str) -> Any:
    """A board on which a game of the race stands."""
    from dataclasses import replace

    from replays import boards
    from replays.models import BoardRow, Game

    game = Game.objects.select_related("owner").first()
    figures = {"ranked": 1, "second": 1, "third": 1, "ended_at": 1, "first": True}
    row = BoardRow(code=game.code, board=answer.board, owner=game.owner, game=game, **figures)
    return replace(answer, lines=[boards.line(1, row)])
