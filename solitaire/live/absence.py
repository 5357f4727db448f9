"""Games whose player has gone: the site closes them, the lost ones sooner than those still going."""

import logging
from collections.abc import Sequence

from django.conf import settings

from solitaire.live.milestones import DEALT, ENDED, REOPENED
from solitaire.live.models import OpenGame
from solitaire.live.new_game import close_game
from solitaire.live.table import PREFIX, TableState, now_ms, stream_of
from solitaire.log import milestones, statements, store
from solitaire.log.event import Event

logger = logging.getLogger(__name__)

HOUR_MS = 3_600_000


def sweep() -> None:
    """Close every game whose player has been away for too long; any number of processes may do so at once."""
    for lost in (False, True):
        latest = _latest(lost)
        for head in store.heads_of(OpenGame.objects.filter(lost=lost).values_list("stream", flat=True)):
            if head.at <= latest:
                _close(head.stream.removeprefix(PREFIX))


def _close(game_id: str) -> None:
    try:
        close_game(game_id, "absent", None, when=is_deserted)
    except Exception:
        logger.exception("game %s could not be closed", game_id)  # the others can be, all the same


def is_deserted(state: TableState) -> bool:
    """Whether the game's player has been away for too long."""
    return state.last_at <= _latest(state.game.status == "lost")


def _latest(lost: bool) -> int:
    """Games last played at that time or before are deserted, in milliseconds since 1970."""
    hours = settings.LIVE["lost_h"] if lost else settings.LIVE["absent_h"]
    return now_ms() - int(hours * HOUR_MS)


def follow(state: TableState) -> None:
    """Write the row of a game as its state wants it: none once it is over."""
    stream = stream_of(state.id)
    if state.game.over:
        statements.execute("DELETE FROM live_opengame WHERE stream = %s", stream)
    else:
        statements.execute(
            "INSERT INTO live_opengame (stream, lost) VALUES (%s, %s)"
            " ON CONFLICT (stream) DO UPDATE SET lost = excluded.lost",
            stream,
            state.game.status == "lost",
        )


def clear() -> None:
    """Throw all rows away, to be written again with `follow` for every game of the log."""
    OpenGame.objects.all().delete()


def listen() -> None:
    """Follow every game in the transaction of the event that opens or ends it."""
    for name in (DEALT, ENDED, REOPENED):
        milestones.listen(name, _follow)


def _follow(state: TableState, events: Sequence[Event]) -> None:
    follow(state)
