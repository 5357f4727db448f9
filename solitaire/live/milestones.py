"""What the live part announces of a game, inside the transaction of the event that brings it about."""

from collections.abc import Sequence

from solitaire.live.table import TableState
from solitaire.log import milestones
from solitaire.log.event import Event

DEALT = "game-dealt"
BEGUN = "game-begun"
"""Its first move has been made; a move that ends the game at once is announced as its end alone."""
ENDED = "game-ended"
"""Won, resigned, lost, or closed by the site (a lost game that is closed ends a second time)."""
REOPENED = "game-reopened"
"""Undone out of a lost game."""


def listen() -> None:
    """Give every announced state its times, before the listeners that come later see it."""
    for name in (DEALT, BEGUN, ENDED, REOPENED):
        milestones.listen(name, _stamp)


def _stamp(state: TableState, events: Sequence[Event]) -> None:
    """The writer alone knows when an event happened: fill in what was open when the append was made."""
    at = events[-1].at
    if events[0].version == 1 and not state.race:  # the clock of a race's game has begun to run at the start
        state.dealt_at = at
    state.last_at = max(at, state.dealt_at)
    if state.game.status != "playing" and not state.closed_when_lost:
        state.ended_at = state.last_at
