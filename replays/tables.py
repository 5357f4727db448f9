"""A game as it stands for whoever asks, read from the log, and the small tables of the front page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from replays import games
from replays.models import Game
from solitaire.live.sight import Role, Sight, facts_of
from solitaire.live.table import TableState, fold, now_ms, stream_of
from solitaire.log import store
from solitaire.log.event import Event
from solitaire.players.absorb import selves
from solitaire.rules import game as rules
from solitaire.rules.views import HIDDEN, View, show_position

PLAYED_NOW_MS = 10 * 60 * 1000
"""A game counts as being played now for so long after its latest event."""
LOOKED_AT = 100
"""So many games are looked at for signs of life."""
SHOWN_FOR_S = 2
"""Everybody who looks at the front page within so many seconds sees the same moment of the games being played."""


@dataclass(frozen=True)
class Standing:
    """A game as far as the log has it: the row, the events, the fold, and what whoever asks may see of it."""

    game: Game
    events: Sequence[Event]
    state: TableState
    sight: Sight

    @property
    def view(self) -> View:
        """How much of the game may be seen."""
        return self.sight.view

    @property
    def version(self) -> int:
        """The version of the latest event."""
        return self.events[-1].version

    @property
    def now(self) -> int:
        """Milliseconds since the deal; of a game that is over, until its end."""
        until = self.state.last_at if self.state.game.over else max(now_ms(), self.state.last_at)
        return until - self.state.dealt_at


def standing(game: Game, viewer: str | None) -> Standing:
    """The game with everything that has been played in it, for the player `viewer`, or somebody who has not played."""
    events = store.read(stream_of(game.pk))
    state = fold(game.pk, events)
    race = facts_of(state.race)
    role = race.role(state.player, selves(viewer) if viewer else ()) if state.race else Role.WATCHER
    return Standing(game, events, state, race.sight(state.game, role))


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


def played_now(size: int, viewer: str | None) -> list[Standing]:
    """The games being played now, dealt last first; among the `LOOKED_AT` that were dealt last and are not over."""
    going_on = games.going_on(LOOKED_AT)
    heads = {head.stream: head.at for head in store.heads_of(stream_of(game.pk) for game in going_on)}
    since = now_ms() - PLAYED_NOW_MS
    alive = [game for game in going_on if heads[stream_of(game.pk)] >= since]
    return [standing(game, viewer) for game in alive[:size]]


def small_tables(size: int) -> list[SmallTable]:
    """The games being played now as small pictures: the same for everybody, so they are drawn once for all."""
    key = f"replays.small_tables.{size}"
    drawn: list[SmallTable] | None = cache.get(key)
    if drawn is None:
        drawn = [small_table(table) for table in played_now(size, None)]
        cache.set(key, drawn, SHOWN_FOR_S)
    return drawn


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
