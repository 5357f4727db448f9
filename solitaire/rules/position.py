"""What lies on the table: one position of a game, an immutable value."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from .cards import Card

Status: TypeAlias = Literal["playing", "won", "resigned", "lost"]
Column: TypeAlias = tuple[Card, ...]
Foundations: TypeAlias = tuple[int, int, int, int]


class Position(NamedTuple):
    """The piles, the score and the counters at one moment.

    `columns` are the seven columns from the first-dealt card to the last, `down[n]` says how many cards of column *n*
    lie face down (always the first ones). `talon` is waste and stock as one row of cards: the first `turned` of them
    are the waste, the last of these playable, the others the stock, the next card first. `foundations` counts the cards
    on the foundation of each suit, `recycles` how often the waste was turned over, `moves` is the move counter,
    `take_backs` how many take-backs are in effect (not undone). `chance` tells whether a card could have been moved at
    any point since the waste was last empty, now included.
    """

    columns: tuple[Column, ...]
    down: tuple[int, ...]
    talon: tuple[Card, ...]
    turned: int
    foundations: Foundations
    score: int
    recycles: int
    moves: int
    take_backs: int
    status: Status
    chance: bool

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock's cards, the next one first."""
        return self.talon[self.turned :]

    @property
    def waste(self) -> tuple[Card, ...]:
        """The waste's cards, the playable one last."""
        return self.talon[: self.turned]

    @property
    def cards_home(self) -> int:
        """How many cards lie on the foundations."""
        s, h, d, c = self.foundations
        return s + h + d + c

    def counted(self, moves: int) -> "Position":
        """Give this position with another move counter."""
        return self._replace(moves=moves)

    def ended(self, status: Status) -> "Position":
        """Give this position with another status."""
        return self._replace(status=status)


def dealt_columns(deck: Sequence[Card]) -> tuple[Column, ...]:
    """Deal the first 28 cards of a deck row by row: 7 to columns 1 to 7, then 6 to columns 2 to 7, and so on.

    >>> dealt_columns(range(52))[:3]
    ((0,), (1, 7), (2, 8, 13))
    """
    columns: list[list[Card]] = [[] for _ in range(7)]
    cards = iter(deck)
    for row in range(7):
        for column in columns[row:]:
            column.append(next(cards))
    return tuple(map(tuple, columns))
