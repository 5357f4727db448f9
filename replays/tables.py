"""A game as it stands for whoever asks, read from the log, and the small tables of the front page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from replays import games
from replays.models import Game
from solitaire.live.sight import NO_RACE, RaceFacts, Role, Sight, facts_of
from solitaire.live.table import TableState, fold, now_ms, stream_of
from solitaire.log import store
from solitaire.log.event import Event
from solitaire.players.absorb import selves
from solitaire.races.lobby import Follower
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
    def there(self) -> bool:
        """Whether whoever asks is to know that there is such a game."""
        return self.view is not View.NOTHING or not self.state.practice

    @property
    def film(self) -> bool:
        """Whether it can be shown move by move, card by card, and with the deal's code."""
        return self.sight.code and self.view in (View.OWNER, View.ALL)

    @property
    def watchable(self) -> bool:
        """Whether it can be shown move by move, and card by card: as a film, or a deal of the day without its code."""
        return self.film or (bool(self.state.day) and self.view in (View.OWNER, View.ALL))

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

    def role(race: RaceFacts, player: str) -> Role:
        return race.role(player, selves(viewer) if viewer else ())

    return _standing(game, role)


def standing_for_all(game: Game) -> Standing:
    """The game as everybody may see it, the player's rivals too."""
    return _standing(game, lambda _race, _player: Role.RIVAL)


def _standing(game: Game, role: Callable[[RaceFacts, str], Role]) -> Standing:
    events = store.read(stream_of(game.pk))
    state = fold(game.pk, events)
    race = facts_of(state.part)
    # Elsewhere nobody is told apart.
    seen_by = role(race, state.player) if state.part.key or state.practice else Role.WATCHER
    return Standing(game, events, state, race.sight(state.game, seen_by))


@dataclass(frozen=True)
class SmallTable:
    """A game going on as a small picture: `columns` are seven pairs, cards face down and the faces of the others.

    Where no face may be seen they are "", and where nothing of the table may, there are no columns. `code` is "" where
    it is secret; `race` is the race it is in, or "".
    """

    id: str
    player: str
    code: str
    race: str
    time_ms: int
    home: int
    moves: int
    columns: list[tuple[int, list[str]]]


def played_now(size: int, show: Callable[[Game], Standing]) -> list[Standing]:
    """The games being played now, dealt last first."""
    return [show(game) for game in alive()[:size]]


def alive() -> list[Game]:
    """The games in which something has happened lately, among the `LOOKED_AT` that were dealt last and are not over."""
    going_on = games.going_on(LOOKED_AT)
    heads = {head.stream: head.at for head in store.heads_of(stream_of(game.pk) for game in going_on)}
    since = now_ms() - PLAYED_NOW_MS
    return [game for game in going_on if heads[stream_of(game.pk)] >= since]


def small_tables(size: int) -> list[SmallTable]:
    """The games being played now as small pictures: the same for everybody, so they are drawn once for all."""
    key = f"replays.small_tables.{size}"
    drawn: list[SmallTable] | None = cache.get(key)
    if drawn is None:
        drawn = [small_table(table) for table in played_now(size, standing_for_all)]
        cache.set(key, drawn, SHOWN_FOR_S)
    return drawn


def small_table(table: Standing) -> SmallTable:
    """The small picture of a game."""
    return SmallTable(
        id=table.game.pk,
        player=table.game.owner.name,
        code=table.game.code if table.sight.code else "",
        race=table.state.race,
        time_ms=table.now,
        home=table.state.game.cards_home,
        moves=table.state.game.position.moves,
        columns=columns(table.state.game, table.view),
    )


def columns(game: rules.Game, view: View) -> list[tuple[int, list[str]]]:
    """The columns of a small picture, as `SmallTable` has them."""
    position: dict[str, Any] = show_position(game, view)
    shown = position.get("columns", [])
    if view is View.SHAPE:
        return [(down, [""] * up) for down, up in shown]
    return [(column.count(HIDDEN), [card for card in column if card != HIDDEN]) for column in shown]


_follower = Follower()


def best_games(size: int) -> list[dict[str, Any]]:
    """The games being played now outside races, those with the most cards home first, as the lobby lists them."""
    outside = {game.pk: game for game in alive() if not game.race}
    states = _follower.look(outside)
    best = sorted(states.values(), key=lambda state: state.game.cards_home, reverse=True)[:size]
    return [_listed(outside[state.id], state) for state in best]


def _listed(game: Game, state: TableState) -> dict[str, Any]:
    view = NO_RACE.sight(state.game, Role.WATCHER).view
    return {
        "id": game.pk,
        "player": {"id": game.owner_id, "name": game.owner.name},
        "code": game.code,
        "family": game.family,
        "draw": game.draw,
        "ruleset": game.ruleset,
        "home": state.game.cards_home,
        "moves": state.game.position.moves,
        "status": state.game.status,
        "view": str(view),
        "table": show_position(state.game, view),
    }
