"""Every page is counted, and on the level INFO written to the log: by its name, since its address may hold a secret."""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from solitaire.ids import could_be_id
from solitaire.players.models import Player
from solitaire.tally import tally

logger = logging.getLogger(__name__)


class Counted:
    """Middleware, before all others."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as the rest of the site does."""
        begun = time.monotonic()
        answer = self._get_response(request)
        took = time.monotonic() - begun
        tally.page(answer.status_code, took)
        if logger.isEnabledFor(logging.INFO):
            logger.info("%s", request.method, extra=_about(request, answer.status_code, took))
        return answer


def _about(request: HttpRequest, status: int, took: float) -> dict[str, object]:
    match, player = request.resolver_match, request.__dict__.get("user")
    if type(player) is not Player:  # nobody has just come in: who it is, where that was asked; no query for a log line
        player = getattr(request, "_cached_user", None)
    about: dict[str, object] = {
        "page": match.view_name if match else None,
        "status": status,
        "ms": round(took * 1000),
        "player": player.pk if isinstance(player, Player) else None,
    }
    for what in ("game", "race"):
        if match and could_be_id(named := match.kwargs.get(f"{what}_id", "")):
            about[what] = named
    return about
