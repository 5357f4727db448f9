"""Moves worth a thought, for a player who asks: those that bring something on, the best first, each with its reason.

What a hint is made from is what the player sees: no card that lies face down or in the stock has any say in it. So it
is advice, not a solution.

>>> from solitaire.rules.deals import Deal
>>> from solitaire.rules.game import start
>>> game = start(Deal.parse("KL1-D1N-AAAAAAG"))
>>> hints(game)[0]
Hint(move='65x1', reason='turns-up', card=14)
>>> [hint.reason for hint in hints(game)]
['turns-up', 'turns-up', 'draws']
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from .cards import BITS, KING, Card, rank
from .game import Game
from .moves import is_stuck
from .notation import HOME, NOTATION, WASTE, Move
from .position import Position
from .rulesets import RuleSet

Reason: TypeAlias = Literal[
    "turns-up", "sends-home", "frees-home", "uncovers", "fills-column", "empties-column", "plays-waste", "draws",
    "recycles",
]  # fmt: skip
"""What a move brings: a face-down card turned up; a card sent home; a card freed that can then go home; a card that lay
out of order under others uncovered (in TF); a king brought to an empty column; a column emptied for a king; the waste's
card brought into play; new cards from the stock; the waste turned over. (Part of a run moved to make room for another
card brings nothing: that card could have gone to where the part now lies.)"""


@dataclass(frozen=True, slots=True)
class Hint:
    """A legal move as it is listed, what it brings, and the card that is moved first (None for the stock's)."""

    move: str
    reason: Reason
    card: Card | None = None


def hints(game: Game) -> tuple[Hint, ...]:
    """List the moves that bring something on, the best first; none where no move does."""
    if game.status != "playing" or is_stuck(game.position, game.openings, game.rule_set):
        return ()
    found: list[tuple[int, int, Hint]] = []
    for text in game.legal():
        if weighed := _weigh(game.position, game.rule_set, NOTATION[text]):
            worth, reason, card = weighed
            found.append((-worth, len(found), Hint(text, reason, card)))
    return tuple(hint for _, _, hint in sorted(found, key=lambda entry: entry[:2]))


_Weighed: TypeAlias = tuple[int, Reason, Card | None]

_LIKELY_SAFE: Final = 1
"""A card is hardly missed in the columns when those that could lie on it are at most so many ranks from home."""


def _weigh(position: Position, rule_set: RuleSet, move: Move) -> _Weighed | None:
    """Say what a legal move is worth, and why; None for one that brings nothing on."""
    match move.action:
        case "draw":
            return 20, "draws", None
        case "recycle":
            return 10, "recycles", None
        case "carry":
            return _weigh_carry(position, rule_set, move)
    return None


def _weigh_carry(position: Position, rule_set: RuleSet, move: Move) -> _Weighed | None:
    if move.source > WASTE:
        return None  # a card taken back brings nothing on by itself
    if move.target != HOME and () in position.columns[: move.target] and not position.columns[move.target]:
        return None  # one empty column is as good as another
    count = move.count or 1
    if move.source == WASTE:
        card = position.waste[-1]
        return _weigh_home(position, card, 0) if move.target == HOME else _weigh_waste(position, card, move)
    column, down = position.columns[move.source], position.down[move.source]
    card, left = column[-count], len(column) - count
    if left == down and down:
        return _weigh_home(position, card, down + 20) if move.target == HOME else (100 + down, "turns-up", card)
    if move.target == HOME:
        return _weigh_home(position, card, 5 if left == 0 else 0)
    if left == 0:
        worth_it = position.columns[move.target] and _king_waits(position)
        return (55, "empties-column", card) if worth_it else None
    bared = column[left - 1]
    if position.foundations[bared // 13] == rank(bared):
        return 75, "frees-home", card
    return None if rule_set.lands_on[bared] & BITS[card] else (70, "uncovers", card)


def _weigh_home(position: Position, card: Card, more: int) -> _Weighed:
    """A card that nothing will need again goes home before all else, another one after what turns cards up."""
    red = card // 13 in (1, 2)
    others = [position.foundations[suit] for suit in ((0, 3) if red else (1, 2))]
    safe = rank(card) - min(others) <= _LIKELY_SAFE
    return (120 if safe else 80) + more, "sends-home", card


def _weigh_waste(position: Position, card: Card, move: Move) -> _Weighed:
    if not position.columns[move.target]:
        return 65, "fills-column", card
    return 60, "plays-waste", card


def _king_waits(position: Position) -> bool:
    """Whether some king is neither home nor at the head of a column, and so could use an empty one."""
    settled = sum(count == 13 for count in position.foundations)
    settled += sum(
        bool(column) and not down and rank(column[0]) == KING
        for column, down in zip(position.columns, position.down, strict=True)
    )
    return settled < 4
