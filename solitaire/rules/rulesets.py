"""The rule sets N, V, S and C as numbers, and the versions of the rules.

Whatever may ever change about how a game is played is a field here. A change is a new entry in `VERSIONS`, beside
the old ones, which stay as they are: each game says which version it is played by, and folds by it for ever.

>>> RULES = rules_of(CURRENT_RULES)
>>> RULES.sets["S", 3].recycle_points, RULES.sets["C", 3].passes
((0, 0, -20), 3)
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from .cards import BITS, DECK, KING, Card, CardSet, is_red, rank

Shown: TypeAlias = Literal["points", "dollars", "cards home"]
"""How a score is shown to people."""

NO_CARD: Final = 52
"""Stands where a card would, at the end of an empty column."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What one rule set says with one draw count. Points are added to the score; a loss of points is negative.

    `lands_on[card]` is the set of cards that may lie on that card in a column, `lands_on[NO_CARD]` the set an empty
    column takes; each holds one rank alone, so that a group in order has at most one card that fits.
    `recycle_points` is for the first, second … recycle, the last of them for all that follow; `take_back` is None
    where a card stays on its foundation, `passes` None where the stock can be gone through without limit.
    """

    draw: int
    start: int
    home: int
    waste_to_column: int
    turned_up: int
    take_back: int | None
    recycle_points: tuple[int, ...]
    passes: int | None
    floor_at_0: bool
    loss_declared: bool
    shown: Shown
    lands_on: tuple[CardSet, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Rules:
    """One version of the rules.

    `undo_depth` is how many actions can be undone, `longest_game` how many moves of any kind are written.
    """

    version: int
    sets: Mapping[tuple[str, int], RuleSet] = field(repr=False)
    undo_depth: int
    longest_game: int


class UnknownRules(ValueError):
    """A game names a version of the rules that is not known here."""


def rules_of(version: int) -> Rules:
    """Find the rules of a version; raise `UnknownRules` where there is none.

    >>> rules_of(0)
    Traceback (most recent call last):
    solitaire.rules.rulesets.UnknownRules: There are no rules of version 0; the versions known are 1.
    """
    try:
        return VERSIONS[version]
    except KeyError:
        known = ", ".join(map(str, VERSIONS))
        raise UnknownRules(f"There are no rules of version {version}; the versions known are {known}.") from None


def _one_below_other_colour(card: Card) -> CardSet:
    """Give the set of cards one rank lower than a card and of the other colour."""
    return sum(BITS[other] for other in DECK if rank(other) == rank(card) - 1 and is_red(other) != is_red(card))


_KINGS: Final = sum(BITS[card] for card in DECK if rank(card) == KING)

_LANDS_ON: Final = (*map(_one_below_other_colour, DECK), _KINGS)


def _normal(draw: int) -> RuleSet:
    return RuleSet(
        draw=draw,
        start=0,
        home=10,
        waste_to_column=5,
        turned_up=5,
        take_back=0,
        recycle_points=(-100,),
        passes=None,
        floor_at_0=True,
        loss_declared=False,
        shown="points",
        lands_on=_LANDS_ON,
    )


def _vegas(draw: int) -> RuleSet:
    return RuleSet(
        draw=draw,
        start=-52,
        home=5,
        waste_to_column=0,
        turned_up=0,
        take_back=0,
        recycle_points=(0,),
        passes=1,
        floor_at_0=False,
        loss_declared=False,
        shown="dollars",
        lands_on=_LANDS_ON,
    )


def _standard(draw: int) -> RuleSet:
    return RuleSet(
        draw=draw,
        start=0,
        home=10,
        waste_to_column=5,
        turned_up=5,
        take_back=-15,
        recycle_points=(-100,) if draw == 1 else (0, 0, -20),
        passes=None,
        floor_at_0=True,
        loss_declared=True,
        shown="points",
        lands_on=_LANDS_ON,
    )


def _classic(draw: int) -> RuleSet:
    return RuleSet(
        draw=draw,
        start=0,
        home=1,
        waste_to_column=0,
        turned_up=0,
        take_back=None,
        recycle_points=(0,),
        passes=1 if draw == 1 else 3,
        floor_at_0=False,
        loss_declared=True,
        shown="cards home",
        lands_on=_LANDS_ON,
    )


_FIRST: Final = Rules(
    version=1,
    sets={
        (letter, draw): rule_set(draw)
        for letter, rule_set in (("N", _normal), ("V", _vegas), ("S", _standard), ("C", _classic))
        for draw in (1, 3)
    },
    undo_depth=100,
    longest_game=5_000,
)

VERSIONS: Final[dict[int, Rules]] = {1: _FIRST}
"""Every version of the rules a game was ever played by, by its number."""

CURRENT_RULES: Final = 1
"""The version new games are played by."""
