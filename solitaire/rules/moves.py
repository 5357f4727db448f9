"""How a move is written, whether it is legal, and what it does.

What may go where is kept as sets of cards. Each pile offers a set (a column the group in order at its end, any card of
which can be lifted with the cards on it) and each place accepts a set; a move is legal where what one offers and what
the other accepts have a card in common. Judging a move and listing the legal ones both ask just that.

>>> NOTATION["45x3"].count, NOTATION.get("48")
(3, None)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from .cards import BITS, SUITS, Card, CardSet, cards_in, rank
from .position import Column, Foundations, Position
from .rulesets import NO_CARD, RuleSet

Action: TypeAlias = Literal["draw", "recycle", "carry", "undo", "redo", "resign", "hint"]
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

COLUMNS: Final = range(7)
WASTE: Final = 7
FOUNDATIONS: Final = range(8, 12)
STOCK: Final = 12
HOME: Final = 13
"""As a target: the foundation of the card's own suit."""

PILES: Final = (*"1234567", "w", *SUITS, "s", "f")
"""The name of each pile, by its number."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move as it is written: `text` is its canonical form, `count` the number of cards where it was given."""

    text: str
    action: Action
    source: int = STOCK
    target: int = WASTE
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Carry:
    """Cards that went from one pile to another, in the order they lie, the deepest first; piles by their names."""

    source: str
    target: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A column's last card that was turned up or, by an undo, face down again."""

    pile: str
    card: Card
    up: bool


@dataclass(frozen=True, slots=True)
class Change:
    """All that a move changed on the table: cards carried, a card turned, points added (the points really applied)."""

    carries: tuple[Carry, ...] = ()
    turned: Turn | None = None
    points: int = 0

    def reversed(self) -> "Change":
        """Give the change that takes this one back.

        >>> back = Change((Carry("4", "5", (19, 5)),), Turn("4", 37, True), 5).reversed()
        >>> back.carries, back.turned, back.points
        ((Carry(source='5', target='4', cards=(19, 5)),), Turn(pile='4', card=37, up=False), -5)
        """
        carries = tuple(Carry(carry.target, carry.source, carry.cards) for carry in reversed(self.carries))
        turned = self.turned and Turn(self.turned.pile, self.turned.card, not self.turned.up)
        return Change(carries, turned, -self.points)


NOTHING_CHANGED: Final = Change()


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


@dataclass(frozen=True, slots=True)
class Openings:
    """What each pile of a position offers and accepts, as sets of cards.

    `offers` is for columns as targets, by the number of the source (columns, waste, foundations), `singles` for the
    foundations as target (columns, waste: one card alone). `accepts` is what each column takes, `home` what the
    foundations take. `movable` tells whether any card can be moved.
    """

    offers: tuple[CardSet, ...]
    singles: tuple[CardSet, ...]
    accepts: tuple[CardSet, ...]
    home: CardSet
    movable: bool


def openings_of(position: Position, rule_set: RuleSet) -> Openings:
    """Work out what can be moved in a position."""
    groups = tuple(
        _group(column, down, rule_set.lands_on) for column, down in zip(position.columns, position.down, strict=True)
    )
    waste = position.talon[position.turned - 1] if position.turned else NO_CARD
    return _openings(position.columns, groups, waste, position.foundations, rule_set)


def _group(column: Column, down: int, lands_on: tuple[CardSet, ...]) -> CardSet:
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


def _openings(
    columns: tuple[Column, ...],
    groups: tuple[CardSet, ...],
    waste: Card,
    foundations: Foundations,
    rule_set: RuleSet,
) -> Openings:
    lands_on = rule_set.lands_on
    lasts = [column[-1] if column else NO_CARD for column in columns]
    accepts = (one, two, three, four, five, six, seven) = tuple([lands_on[last] for last in lasts])
    anywhere = one | two | three | four | five | six | seven
    singles = (*[_ALONE[last] for last in lasts], _ALONE[waste])
    s, h, d, c = foundations
    home = _NEXT[0][s] | _NEXT[1][h] | _NEXT[2][d] | _NEXT[3][c]
    tops = (0, 0, 0, 0) if rule_set.take_back is None else (_TOPS[0][s], _TOPS[1][h], _TOPS[2][d], _TOPS[3][c])
    offers = (*groups, singles[WASTE], *tops)
    movable = _any_in(offers, anywhere) or _any_in(singles, home)
    return Openings(offers, singles, accepts, home, movable)


def _any_in(offers: tuple[CardSet, ...], accepted: CardSet) -> bool:
    return any(offered & accepted for offered in offers)


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
        "columns",
        "down",
        "foundations",
        "groups",
        "points",
        "position",
        "recycles",
        "take_backs",
        "talon",
        "turned",
        "turned_up",
    )

    def __init__(self, position: Position, openings: Openings) -> None:
        self.position = position
        self.columns = list(position.columns)
        self.groups = list(openings.offers[:7])
        self.down = position.down
        self.talon = position.talon
        self.turned = position.turned
        self.foundations = position.foundations
        self.recycles = position.recycles
        self.take_backs = position.take_backs
        self.turned_up: Turn | None = None
        self.points = 0

    def lift(self, source: int, count: int, rule_set: RuleSet) -> tuple[Card, ...]:
        """Take so many cards off a pile; a face-down card that is then last in its column turns up."""
        if source < WASTE:
            column = self.columns[source]
            cards, rest = column[-count:], column[:-count]
            self.columns[source] = rest
            if rest and len(rest) == self.down[source]:
                self._turn_up(source, rest[-1], rule_set)
            self.groups[source] = _group(rest, self.down[source], rule_set.lands_on)
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
            self.groups[target] |= BITS[card]
        return target

    def _turn_up(self, column: int, card: Card, rule_set: RuleSet) -> None:
        self.turned_up = Turn(PILES[column], card, True)
        self.down = (*self.down[:column], self.down[column] - 1, *self.down[column + 1 :])
        self.points += rule_set.turned_up

    def _count_home(self, suit: int, more: int) -> None:
        counts = list(self.foundations)
        counts[suit] += more
        self.foundations = (counts[0], counts[1], counts[2], counts[3])

    def settle(self, carry: Carry, rule_set: RuleSet) -> "Outcome":
        """Finish the move: count it and its points, see what can be moved now and whether the game has ended."""
        before, columns, turned = self.position, tuple(self.columns), self.turned
        waste = self.talon[turned - 1] if turned else NO_CARD
        openings = _openings(columns, tuple(self.groups), waste, self.foundations, rule_set)
        score = before.score + self.points
        if score < 0 and rule_set.floor_at_0:
            score = 0
        chance = openings.movable or (before.chance and turned > 0)
        position = Position(
            columns,
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a move comes to: the next position, what can be moved there, and what changed."""

    position: Position
    openings: Openings
    change: Change


def is_stuck(position: Position, openings: Openings, rule_set: RuleSet) -> bool:
    """Tell whether the player has seen that no card can be moved any more (in a game that is not won)."""
    if openings.movable or position.turned < len(position.talon) or position.status == "won":
        return False
    return not (position.chance and can_recycle(position, rule_set))


def draw(position: Position, openings: Openings, rule_set: RuleSet) -> Outcome:
    """Turn one card or three from the stock onto the waste, or raise `Refused`."""
    turned = position.turned
    cards = position.talon[turned : turned + rule_set.draw]
    if not cards:
        raise Refused("nothing-there", "s")
    draft = _Draft(position, openings)
    draft.turned += len(cards)
    return draft.settle(Carry("s", "w", cards), rule_set)


def recycle(position: Position, openings: Openings, rule_set: RuleSet) -> Outcome:
    """Turn the whole waste over to be the stock again, or raise `Refused`."""
    if not can_recycle(position, rule_set):
        raise _recycle_refusal(position, rule_set)
    draft = _Draft(position, openings)
    draft.turned = 0
    draft.points = rule_set.recycle_points[min(position.recycles, len(rule_set.recycle_points) - 1)]
    draft.recycles += 1
    return draft.settle(Carry("w", "s", position.talon), rule_set)


def _recycle_refusal(position: Position, rule_set: RuleSet) -> Refused:
    if position.turned < len(position.talon):
        return Refused("stock-not-empty", "s")
    if not position.talon:
        return Refused("nothing-there", "w")
    return Refused("no-passes-left", "s", limit=rule_set.passes)


def carry(position: Position, openings: Openings, move: Move, rule_set: RuleSet) -> Outcome:
    """Move cards from one pile to another, or raise `Refused`."""
    count = _lifted(position, openings, move, rule_set)
    draft = _Draft(position, openings)
    cards = draft.lift(move.source, count, rule_set)
    draft.points += _points(move, rule_set)
    target = draft.lay(cards, move.target)
    return draft.settle(Carry(PILES[move.source], PILES[target], cards), rule_set)


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
    home = openings.home
    texts += [_TO_HOME[source] for source, offered in enumerate(openings.singles) if offered & home]
    offers = openings.offers
    for target, accepted in enumerate(openings.accepts):
        for source, offered in enumerate(offers):
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


# --- notation ----------------------------------------------------------------------------------------------------


def _all_moves() -> Iterator[tuple[str, Move]]:
    """List every text that is a move, with the move it is."""
    plain: tuple[tuple[str, Action], ...] = (
        ("d", "draw"),
        ("r", "recycle"),
        ("u", "undo"),
        ("y", "redo"),
        ("x", "resign"),
        ("h", "hint"),
    )
    for text, action in plain:
        yield text, Move(text, action)
    for source in (*COLUMNS, WASTE, *FOUNDATIONS):
        for target in (*COLUMNS, *([HOME] if source <= WASTE else [])):
            text = PILES[source] + PILES[target]
            yield text, Move(text, "carry", source, target)
            if source in COLUMNS:
                for count in range(1, 14):
                    yield f"{text}x{count}", Move(text, "carry", source, target, count)


NOTATION: Final[dict[str, Move]] = dict(_all_moves())
"""Every text that is a move. Anything else is `not-a-move`."""
