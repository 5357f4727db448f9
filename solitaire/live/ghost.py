"""A recorded game that a new one is raced against outside races: the same deal, its clock beside the new one's.

Any game that has ended, and of which everybody may see all, can be raced. Which one it was stands in the new game's
first event, so that the two belong together wherever that game is opened again. The new game is an attempt like any
other: whether it is the first at its deck is decided by when it was dealt, not by what its player had looked at before.
"""

from solitaire.live.sight import Role, facts_of
from solitaire.live.table import TableState, fold, read_game
from solitaire.rules.views import View


class NoGhost(ValueError):
    """A game cannot be raced: there is none of that id, it has not ended, or not everybody may see it yet."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def ghost_of(game_id: str) -> TableState:
    """The game of that id, to be raced against; raises `NoGhost` (no-such-game, not-over, secret)."""
    events = read_game(game_id)
    state = fold(game_id, events) if events else None
    if state is None or state.practice:  # of a practice game others do not even learn that it is there
        raise NoGhost("no-such-game")
    view, code = facts_of(state.part).sight(state.game, Role.RIVAL)
    if not code:
        raise NoGhost("secret")
    if view is not View.ALL:
        raise NoGhost("not-over")
    return state
