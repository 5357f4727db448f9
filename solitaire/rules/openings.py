"""What can be moved in a position, as sets of cards.

Each pile offers a set (a column the group in order at its end, any card of which can be lifted with the cards on it)
and each place accepts a set; a move is legal where what one offers and what the other accepts have a card in common.
Judging a move and listing the legal ones both ask just that.
"""

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from .cards import BITS, Card, CardSet
from .notation import WASTE
from .position import Column, Foundations, Position
from .rulesets import NO_CARD, RuleSet


@dataclass(frozen=True, slots=True)
class Openings:
    """What each pile of a position offers and accepts, as sets of cards.

    `offers` is for columns as targets, by the number of the source (columns, waste, foundations), `offered` all of
    these together; `singles` is for the foundations as target (columns, waste: one card alone). `accepts` is what each
    column takes, `home` what the foundations take. `movable` tells whether any card can be moved.
    """

    offers: tuple[CardSet, ...]
    offered: CardSet
    singles: tuple[CardSet, ...]
    accepts: tuple[CardSet, ...]
    home: CardSet
    movable: bool


def openings_of(position: Position, rule_set: RuleSet) -> Openings:
    """Work out what can be moved in a position."""
    groups = tuple(
        group_of(column, down, rule_set.lands_on) for column, down in zip(position.columns, position.down, strict=True)
    )
    waste = position.talon[position.turned - 1] if position.turned else NO_CARD
    return openings_with(position.columns, groups, waste, position.foundations, rule_set)


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


_ALONE: Final = (*BITS, 0)
"""The set with one card alone, or with none for `NO_CARD`."""

_TOPS: Final = tuple((0, *(BITS[suit * 13 + count] for count in range(13))) for suit in range(4))
"""By suit and count: the set with a foundation's top card."""

_NEXT: Final = tuple((*(BITS[suit * 13 + count] for count in range(13)), 0) for suit in range(4))
"""By suit and count: the set with the one card a foundation takes."""


def openings_with(
    columns: tuple[Column, ...],
    groups: tuple[CardSet, ...],
    waste: Card,
    foundations: Foundations,
    rule_set: RuleSet,
) -> Openings:
    """Work out what can be moved where the groups at the ends of the columns are known already.

    `waste` is the playable card, or `NO_CARD`.
    """
    lands_on = rule_set.lands_on
    lasts = [column[-1] if column else NO_CARD for column in columns]
    accepts = tuple([lands_on[last] for last in lasts])
    singles = (*[_ALONE[last] for last in lasts], _ALONE[waste])
    s, h, d, c = foundations
    home = _NEXT[0][s] | _NEXT[1][h] | _NEXT[2][d] | _NEXT[3][c]
    tops = (0, 0, 0, 0) if rule_set.take_back is None else (_TOPS[0][s], _TOPS[1][h], _TOPS[2][d], _TOPS[3][c])
    offers = (*groups, singles[WASTE], *tops)
    offered = reduce(or_, offers)
    movable = bool(offered & reduce(or_, accepts) or reduce(or_, singles) & home)
    return Openings(offers, offered, singles, accepts, home, movable)
