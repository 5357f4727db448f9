"""Whether a move is legal, what it does, and which moves are."""

from functools import reduce
from operator import or_
from typing import Final, Literal, NamedTuple, TypeAlias

from .cards import BITS, SUITS, Card, CardSet, cards_in, rank
from .changes import Carry, Change, Turn
from .notation import COLUMNS, FOUNDATIONS, HOME, PILES, WASTE, Move
from .openings import ALONE, Openings, group_of, home_of, tops_of
from .position import Position
from .rulesets import NO_CARD, RuleSet

Code: TypeAlias = Literal[
    "wrong-colour",
    "wrong-rank",
    "empty-column-needs-king",
    "foundation-order",
    "foundation-one-card",
    "foundation-locked",
    "group-not-in-order",
    "face-down",
    "nothing-there",
    "same-pile",
    "stock-not-empty",
    "no-passes-left",
    "nothing-to-undo",
    "nothing-to-redo",
    "game-over",
    "too-long",
    "not-a-move",
]
"""Why a move is refused."""


class Refused(Exception):
    """A move is against the rules: `code` names the rule, the rest is for explaining it.

    `pile` is the pile it is about; `card` the card that was to be moved, `onto` the one it was to lie on; `needs` the
    cards that `card` could lie on (on a foundation: the card that would have to come first); `limit` the number the
    rule speaks of (passes, actions kept for undoing, moves in a game). None of the cards is one the player cannot see.
    """

    def __init__(
        self,
        code: Code,
        pile: str | None = None,
        *,
        card: Card | None = None,
        onto: Card | None = None,
        needs: tuple[Card, ...] = (),
        limit: int | None = None,
    ) -> None:
        super().__init__(code)
        self.code: Code = code
        self.pile = pile
        self.card = card
        self.onto = onto
        self.needs = needs
        self.limit = limit


# --- judging -----------------------------------------------------------------------------------------------------


def _lifted(position: Position, openings: Openings, move: Move, rule_set: RuleSet) -> int:
    """Judge a move between piles: give the number of cards it lifts, or raise `Refused`."""
    source, target = move.source, move.target
    if target == HOME:
        if openings.singles[source] & openings.home and (move.count or 1) == 1:
            return 1
    elif fitting := openings.offers[source] & openings.accepts[target]:
        count = _count(position, source, fitting)
        if count == (move.count or count):
            return count
    raise _refusal(position, openings, move, rule_set)


def _count(position: Position, source: int, fitting: CardSet) -> int:
    """Tell how many cards go along when the one card in `fitting` is lifted from a pile."""
    if source >= WASTE:
        return 1
    return (fitting.bit_length() - 1) % 13 - position.columns[source][-1] % 13 + 1


def _refusal(position: Position, openings: Openings, move: Move, rule_set: RuleSet) -> Refused:
    """Find the first rule that a move between piles breaks, which is known to break one."""
    source, target, pile = move.source, move.target, PILES[move.source]
    if source == target:
        return Refused("same-pile", pile)
    if source in FOUNDATIONS and rule_set.take_back is None:
        return Refused("foundation-locked", pile)
    cards = _cards_meant(position, source, move.count or 1)
    if cards is None:
        return Refused("nothing-there", pile)
    if source in COLUMNS and len(position.columns[source]) - len(cards) < position.down[source]:
        return Refused("face-down", pile)
    if not openings.offers[source] & BITS[cards[0]]:
        return _out_of_order(pile, cards, rule_set)
    if target == HOME and len(cards) > 1:
        return Refused("foundation-one-card", SUITS[cards[0] // 13], card=cards[0])
    return _misfit(position, cards[0], target, rule_set)


def _cards_meant(position: Position, source: int, count: int) -> tuple[Card, ...] | None:
    """Give the last so many cards of a pile, None where it has fewer."""
    if source in COLUMNS:
        pile = position.columns[source]
    elif source == WASTE:
        pile = position.talon[: position.turned]
    else:
        suit = source - FOUNDATIONS.start
        pile = tuple(range(suit * 13, suit * 13 + position.foundations[suit]))
    return pile[-count:] if len(pile) >= count else None


def _out_of_order(pile: str, cards: tuple[Card, ...], rule_set: RuleSet) -> Refused:
    """Refuse to lift face-up cards that are not in order, naming the last place where they are not."""
    under, card = next(
        (under, card)
        for under, card in zip(reversed(cards[:-1]), reversed(cards[1:]), strict=True)
        if not rule_set.lands_on[under] & BITS[card]
    )
    return Refused("group-not-in-order", pile, card=card, onto=under, needs=_hosts(card, rule_set))


def _misfit(position: Position, card: Card, target: int, rule_set: RuleSet) -> Refused:
    """Say why a card does not go on a column or home."""
    if target == HOME:
        suit = card // 13
        count = position.foundations[suit]
        top = suit * 13 + count - 1 if count else None
        return Refused("foundation-order", SUITS[suit], card=card, onto=top, needs=(suit * 13 + count,))
    column, pile = position.columns[target], PILES[target]
    if not column:
        return Refused("empty-column-needs-king", pile, card=card, needs=cards_in(rule_set.lands_on[NO_CARD]))
    onto = column[-1]
    code: Code = "wrong-colour" if rank(onto) == rank(card) + 1 else "wrong-rank"
    return Refused(code, pile, card=card, onto=onto, needs=_hosts(card, rule_set))


def _hosts(card: Card, rule_set: RuleSet) -> tuple[Card, ...]:
    """List the cards that a card may lie on in a column."""
    return tuple(host for host in range(52) if rule_set.lands_on[host] & BITS[card])


def can_recycle(position: Position, rule_set: RuleSet) -> bool:
    """Tell whether the waste can be turned over now."""
    return 0 < position.turned == len(position.talon) and _passes_left(position.recycles, rule_set)


def _passes_left(recycles: int, rule_set: RuleSet) -> bool:
    return rule_set.passes is None or recycles + 1 < rule_set.passes


# --- playing -----------------------------------------------------------------------------------------------------


class _Draft:
    """The table while one move is being made: taken from a position, changed, then settled into the next one."""

    __slots__ = (
        "accepts",
        "columns",
        "down",
        "foundations",
        "offers",
        "openings",
        "points",
        "position",
        "recycles",
        "rule_set",
        "singles",
        "take_backs",
        "talon",
        "turned",
        "turned_up",
    )

    def __init__(self, position: Position, openings: Openings, rule_set: RuleSet) -> None:
        self.position, self.openings, self.rule_set = position, openings, rule_set
        self.columns = list(position.columns)
        self.offers, self.singles, self.accepts = list(openings.offers), list(openings.singles), list(openings.accepts)
        self.down = position.down
        self.talon = position.talon
        self.turned = position.turned
        self.foundations = position.foundations
        self.recycles = position.recycles
        self.take_backs = position.take_backs
        self.turned_up: Turn | None = None
        self.points = 0

    def lift(self, source: int, count: int) -> tuple[Card, ...]:
        """Take so many cards off a pile; a face-down card that is then last in its column turns up."""
        if source < WASTE:
            column = self.columns[source]
            cards, rest = column[-count:], column[:-count]
            self.columns[source] = rest
            if rest and len(rest) == self.down[source]:
                self._turn_up(source, rest[-1])
            self.offers[source] = group_of(rest, self.down[source], self.rule_set.lands_on)
            self._end_with(rest[-1] if rest else NO_CARD, source)
            return cards
        if source == WASTE:
            self.turned -= 1
            card = self.talon[self.turned]
            self.talon = self.talon[: self.turned] + self.talon[self.turned + 1 :]
            return (card,)
        suit = source - FOUNDATIONS.start
        self._count_home(suit, -1)
        self.take_backs += 1
        return (suit * 13 + self.foundations[suit],)

    def lay(self, cards: tuple[Card, ...], target: int) -> int:
        """Put cards on a column or home; give the pile they came to."""
        if target == HOME:
            suit = cards[0] // 13
            self._count_home(suit, 1)
            return FOUNDATIONS[suit]
        self.columns[target] += cards
        for card in cards:
            self.offers[target] |= BITS[card]
        self._end_with(cards[-1], target)
        return target

    def _end_with(self, last: Card, column: int) -> None:
        self.singles[column] = ALONE[last]
        self.accepts[column] = self.rule_set.lands_on[last]

    def _turn_up(self, column: int, card: Card) -> None:
        self.turned_up = Turn(PILES[column], card, True)
        self.down = (*self.down[:column], self.down[column] - 1, *self.down[column + 1 :])
        self.points += self.rule_set.turned_up

    def _count_home(self, suit: int, more: int) -> None:
        counts = list(self.foundations)
        counts[suit] += more
        self.foundations = (counts[0], counts[1], counts[2], counts[3])

    def settle(self, carry: Carry) -> "Outcome":
        """Finish the move: count it and its points, see what can be moved now and whether the game has ended."""
        before, rule_set, turned, offers = self.position, self.rule_set, self.turned, self.offers
        home = self.openings.home
        offers[WASTE] = self.singles[WASTE] = ALONE[self.talon[turned - 1] if turned else NO_CARD]
        if self.foundations is not before.foundations:
            offers[FOUNDATIONS.start :] = tops_of(self.foundations, rule_set)
            home = home_of(self.foundations)
        openings = Openings(tuple(offers), tuple(self.singles), tuple(self.accepts), home)
        score = before.score + self.points
        if score < 0 and rule_set.floor_at_0:
            score = 0
        chance = (before.chance and turned > 0) or openings.movable
        position = Position(
            tuple(self.columns),
            self.down,
            self.talon,
            turned,
            self.foundations,
            score,
            self.recycles,
            before.moves + 1,
            self.take_backs,
            "won" if self.foundations == _ALL_HOME else before.status,
            chance,
        )
        if rule_set.loss_declared and is_stuck(position, openings, rule_set):
            position = position.ended("lost")
        return Outcome(position, openings, Change((carry,), self.turned_up, score - before.score))


_ALL_HOME: Final = (13, 13, 13, 13)


class Outcome(NamedTuple):
    """What a move comes to: the next position, what can be moved there, and what changed."""

    position: Position
    openings: Openings
    change: Change


def is_stuck(position: Position, openings: Openings, rule_set: RuleSet) -> bool:
    """Tell whether the player has seen that no card can be moved any more (in a game that is not won)."""
    if position.turned < len(position.talon) or position.status == "won":
        return False
    return not (openings.movable or (position.chance and can_recycle(position, rule_set)))


def draw(position: Position, openings: Openings, rule_set: RuleSet) -> Outcome:
    """Turn one card or three from the stock onto the waste, or raise `Refused`."""
    turned = position.turned
    cards = position.talon[turned : turned + rule_set.draw]
    if not cards:
        raise Refused("nothing-there", "s")
    draft = _Draft(position, openings, rule_set)
    draft.turned += len(cards)
    return draft.settle(Carry("s", "w", cards))


def recycle(position: Position, openings: Openings, rule_set: RuleSet) -> Outcome:
    """Turn the whole waste over to be the stock again, or raise `Refused`."""
    if not can_recycle(position, rule_set):
        raise _recycle_refusal(position, rule_set)
    draft = _Draft(position, openings, rule_set)
    draft.turned = 0
    draft.points = rule_set.recycle_points[min(position.recycles, len(rule_set.recycle_points) - 1)]
    draft.recycles += 1
    return draft.settle(Carry("w", "s", position.talon))


def _recycle_refusal(position: Position, rule_set: RuleSet) -> Refused:
    if position.turned < len(position.talon):
        return Refused("stock-not-empty", "s")
    if not position.talon:
        return Refused("nothing-there", "w")
    return Refused("no-passes-left", "s", limit=rule_set.passes)


def carry(position: Position, openings: Openings, move: Move, rule_set: RuleSet) -> Outcome:
    """Move cards from one pile to another, or raise `Refused`."""
    count = _lifted(position, openings, move, rule_set)
    draft = _Draft(position, openings, rule_set)
    cards = draft.lift(move.source, count)
    draft.points += _points(move, rule_set)
    target = draft.lay(cards, move.target)
    return draft.settle(Carry(PILES[move.source], PILES[target], cards))


def _points(move: Move, rule_set: RuleSet) -> int:
    """Give the points of a move between piles, a card it turns up aside."""
    if move.target == HOME:
        return rule_set.home
    if move.source == WASTE:
        return rule_set.waste_to_column
    return (rule_set.take_back or 0) if move.source > WASTE else 0


# --- listing -----------------------------------------------------------------------------------------------------


def legal_moves(position: Position, openings: Openings, rule_set: RuleSet) -> list[str]:
    """List every move on the table that is legal; from column to column with the number of cards."""
    texts = []
    if position.turned < len(position.talon):
        texts.append("d")
    elif can_recycle(position, rule_set):
        texts.append("r")
    offers, singles, accepts, home = openings
    texts += [_TO_HOME[source] for source, offered in enumerate(singles) if offered & home]
    wanted = reduce(or_, accepts)
    sources = [(source, offered) for source, offered in enumerate(offers) if offered & wanted]
    for target, accepted in enumerate(accepts):
        for source, offered in sources:
            if fitting := offered & accepted:
                texts.append(_TO_COLUMN[source][target][_count(position, source, fitting)])
    return texts


_TO_HOME: Final = tuple(f"{pile}f" for pile in PILES[:8])
"""The move home from each pile that has one."""

_TO_COLUMN: Final = tuple(
    tuple(
        tuple(f"{pile}{column + 1}" + (f"x{count}" if pile in PILES[:7] else "") for count in range(14))
        for column in COLUMNS
    )
    for pile in PILES[:12]
)
"""By source, target and count: the move to a column as it is listed."""
