"""What can be moved in a position, as sets of cards.

Each pile offers a set (a column the group in order at its end, any card of which can be lifted with the cards on it)
and each place accepts a set; a move is legal where what one offers and what the other accepts have a card in common.
Judging a move and listing the legal ones both ask just that.
"""

from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from .cards import BITS, CardSet
from .position import Column, Foundations, Position
from .rulesets import NO_CARD, RuleSet


class Openings(NamedTuple):
    """What each pile of a position offers and accepts, as sets of cards.

    `offers` is for columns as targets, by the number of the source (columns, waste, foundations); `singles` is for the
    foundations as target (columns, waste: one card alone). `accepts` is what each column takes, `home` what the
    foundations take.
    """

    offers: tuple[CardSet, ...]
    singles: tuple[CardSet, ...]
    accepts: tuple[CardSet, ...]
    home: CardSet

    @property
    def movable(self) -> bool:
        """Whether any card can be moved."""
        return bool(reduce(or_, self.offers) & reduce(or_, self.accepts) or reduce(or_, self.singles) & self.home)


def openings_of(position: Position, rule_set: RuleSet) -> Openings:
    """Work out what can be moved in a position."""
    columns, lands_on, foundations = position.columns, rule_set.lands_on, position.foundations
    lasts = [column[-1] if column else NO_CARD for column in columns]
    waste = ALONE[position.talon[position.turned - 1] if position.turned else NO_CARD]
    groups = [group_of(column, down, lands_on) for column, down in zip(columns, position.down, strict=True)]
    return Openings(
        (*groups, waste, *tops_of(foundations, rule_set)),
        (*[ALONE[last] for last in lasts], waste),
        tuple([lands_on[last] for last in lasts]),
        home_of(foundations),
    )


def group_of(column: Column, down: int, lands_on: tuple[CardSet, ...]) -> CardSet:
    """Give the cards of a column that can be lifted: the face-up ones at its end that are in order."""
    if not column:
        return 0
    place = len(column) - 1
    group = bit = BITS[column[place]]
    while place > down and lands_on[column[place - 1]] & bit:
        place -= 1
        bit = BITS[column[place]]
        group |= bit
    return group


ALONE: Final = (*BITS, 0)
"""The set with one card alone, or with none for `NO_CARD`."""

_TOPS: Final = tuple((0, *(BITS[suit * 13 + count] for count in range(13))) for suit in range(4))
"""By suit and count: the set with a foundation's top card."""

_NEXT: Final = tuple((*(BITS[suit * 13 + count] for count in range(13)), 0) for suit in range(4))
"""By suit and count: the set with the one card a foundation takes."""


def home_of(foundations: Foundations) -> CardSet:
    """Give the cards that the foundations take next."""
    s, h, d, c = foundations
    return _NEXT[0][s] | _NEXT[1][h] | _NEXT[2][d] | _NEXT[3][c]


def tops_of(foundations: Foundations, rule_set: RuleSet) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """Give what each foundation offers: its top card, or nothing where a card stays there."""
    if rule_set.take_back is None:
        return (0, 0, 0, 0)
    s, h, d, c = foundations
    return (_TOPS[0][s], _TOPS[1][h], _TOPS[2][d], _TOPS[3][c])
