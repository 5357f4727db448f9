"""A game as it stands for whoever asks, read from the log, and the small tables of the front page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from replays import games
from replays.models import Game
from solitaire.live.feed import view_of
from solitaire.live.table import TableState, fold, now_ms, stream_of
from solitaire.log import store
from solitaire.log.event import Event
from solitaire.rules import game as rules
from solitaire.rules.views import HIDDEN, View, show_position

PLAYED_NOW_MS = 10 * 60 * 1000
"""A game counts as being played now for so long after its latest event."""


@dataclass(frozen=True)
class Standing:
    """A game as far as the log has it: the row, the events, the fold, and what the viewer may see of it."""

    game: Game
    events: Sequence[Event]
    state: TableState
    view: View

    @property
    def version(self) -> int:
        """The version of the latest event."""
        return self.events[-1].version

    @property
    def now(self) -> int:
        """Milliseconds since the deal; of a game that is over, until its end."""
        until = self.state.last_at if self.state.game.over else max(now_ms(), self.state.last_at)
        return until - self.state.dealt_at


def standing(game: Game) -> Standing:
    """The game with everything that has been played in it."""
    events = store.read(stream_of(game.pk))
    state = fold(game.pk, events)
    return Standing(game, events, state, view_of(state.game))


@dataclass(frozen=True)
class SmallTable:
    """A game going on as a small picture: `columns` are seven pairs, cards face down and the faces of the others."""

    id: str
    player: str
    code: str
    time_ms: int
    home: int
    moves: int
    columns: list[tuple[int, list[str]]]


def played_now(size: int) -> list[Standing]:
    """The games being played now, dealt last first.

    Of the games dealt last, as many again as are shown are looked at for signs of life.
    """
    since = now_ms() - PLAYED_NOW_MS
    standing_now = (standing(game) for game in games.going_on(2 * size))
    return [table for table in standing_now if table.state.last_at >= since][:size]


def small_table(table: Standing) -> SmallTable:
    """The small picture of a game."""
    return SmallTable(
        id=table.game.pk,
        player=table.game.owner.name,
        code=table.game.code,
        time_ms=table.now,
        home=table.state.game.cards_home,
        moves=table.state.game.position.moves,
        columns=columns(table.state.game, table.view),
    )


def columns(game: rules.Game, view: View) -> list[tuple[int, list[str]]]:
    """The columns of a small picture: how many cards are face down, and the faces of the others."""
    position: dict[str, Any] = show_position(game, view)
    return [(column.count(HIDDEN), [card for card in column if card != HIDDEN]) for column in position["columns"]]
