"""Dealing a game, and ending one from outside: what the site does, where the player's own moves go over the socket."""

import secrets
from collections.abc import Callable
from typing import Any

from solitaire.ids import new_id
from solitaire.live.hub import hub
from solitaire.live.milestones import DEALT, ENDED
from solitaire.live.table import Origin, TableState, beginning, fold, now_ms, read_game, stream_of
from solitaire.log import writer
from solitaire.log.event import Append, Milestone, NewEvent
from solitaire.log.store import Conflict
from solitaire.rules.deals import NUMBERED_DECKS, Deal, numbered
from solitaire.rules.game import Game, start


def random_deal(family: str, draw: str, ruleset: str) -> Deal:
    """A deal of a numbered deck that nobody can foresee; raises `BadCode` for a part that is none."""
    letters = numbered(secrets.randbelow(NUMBERED_DECKS)).letters
    return Deal.parse(f"{family}1-D{draw}{ruleset}-{letters}")


def deal_game(player_id: str, deal: Deal, *, practice: bool = False, ghost: str = "") -> str:
    """Deal a game to a player; returns its id. The clock runs.

    One for `practice` counts nowhere, and nobody else sees it; `ghost` is the recorded game it is raced against.
    """
    data: dict[str, Any] = {"practice": True} if practice else {}
    if ghost:
        data["ghost"] = ghost
    return _begin(player_id, start(deal), data, practice=practice, ghost=ghost)


def play_on(player_id: str, origin: Origin) -> str:
    """Begin a practice game for a player with a position of another game; returns its id.

    Raises `Refused` and `ValueError` as `beginning`.
    """
    data = {"practice": True, "from": origin._asdict()}
    return _begin(player_id, beginning(origin), data, practice=True, origin=origin)


def _begin(player_id: str, game: Game, data: dict[str, Any], **also: Any) -> str:
    now = now_ms()
    state = TableState(new_id(), player_id, now, now, game, **also)
    dealt = NewEvent("dealt", {"code": game.deal.code, "rules": game.rules_version, **data})
    append = Append(stream_of(state.id), 0, (dealt,), player_id, None, Milestone(DEALT, state))
    writer.current().submit(append).result()
    return state.id


def close_game(game_id: str, why: str, who: str | None, when: Callable[[TableState], bool]) -> bool:
    """End a game that is not over, where `when` says so of it; returns whether this has ended it.

    As often and in as many processes as one likes: a move that comes between is looked at anew, an ended game is left
    alone. Whoever sits at its table is told. `why` is "left", "absent", "disconnected", "race" or "day".
    """
    stream = stream_of(game_id)
    while True:
        events = read_game(game_id)
        state = fold(game_id, events)
        if state.game.over or not when(state):
            return False
        state.game = state.game.close().game
        closed = NewEvent("closed", {"why": why})
        try:
            (event,) = (
                writer.current()
                .submit(Append(stream, events[-1].version, (closed,), who, None, Milestone(ENDED, state)))
                .result()
            )
        except Conflict:
            continue
        hub.hint(stream, event.version)
        return True
