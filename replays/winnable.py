"""Whether a deal is known to be winnable under its own rules: a line was found for it, or somebody has won it.

Where neither is so, nothing is known. That a search has found no line is no proof that there is none.
"""

from typing import NamedTuple

from replays import boards
from replays.models import Board, DealCount
from solitaire.races import stock


class Proof(NamedTuple):
    """That a deal can be won: in how many moves (None where that is not known), and whether a program has found how."""

    moves: int | None
    searched: bool


def proof(counts: DealCount) -> Proof | None:
    """What proves that the deal of `counts` can be won; None where nothing is known to."""
    moves = stock.line_of(counts.code, told=counts.attempts > 0)
    if moves is not None:
        return Proof(moves, searched=True)
    if not counts.wins:
        return None
    fewest = boards.read(counts.code, Board.MOVES, size=1).lines
    return Proof(fewest[0].moves if fewest else None, searched=False)
