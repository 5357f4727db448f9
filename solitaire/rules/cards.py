"""The 52 cards as small whole numbers, and their names.

A card is a number from 0 to 51: its suit is `card // 13` in the order spades, hearts, diamonds, clubs, its rank
`card % 13` from the ace (0) to the king (12). A set of cards is a whole number too, with bit *n* set for card *n*.

>>> name(9), name(51)
('TS', 'KC')
>>> parse_card("TH")
22
"""

from typing import Final, TypeAlias

Card: TypeAlias = int
CardSet: TypeAlias = int

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
ACE: Final = 0
KING: Final = 12

DECK: Final[tuple[Card, ...]] = tuple(range(52))
"""The ordered deck: AS to KS, AH to KH, AD to KD, AC to KC."""

NAMES: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The name of each card, by its number."""

BITS: Final[tuple[CardSet, ...]] = tuple(1 << card for card in DECK)
"""The set that holds one card alone, by its number."""

_NUMBERS: Final = {written: card for card, written in enumerate(NAMES)}


def name(card: Card) -> str:
    """Write a card: rank, then suit.

    >>> name(0)
    'AS'
    """
    return NAMES[card]


def parse_card(text: str) -> Card:
    """Read a card as `name` writes it; anything else is a ValueError.

    >>> parse_card("KD")
    38
    >>> parse_card("1D")
    Traceback (most recent call last):
    ValueError: '1D' is no card: a card is a rank (A23456789TJQK), then a suit (SHDC)
    """
    try:
        return _NUMBERS[text]
    except KeyError:
        raise ValueError(f"{text!r} is no card: a card is a rank ({RANKS}), then a suit ({SUITS})") from None


def suit(card: Card) -> int:
    """Tell a card's suit: 0 to 3, in the order of `SUITS`."""
    return card // 13


def rank(card: Card) -> int:
    """Tell a card's rank: 0 (ace) to 12 (king)."""
    return card % 13


def is_red(card: Card) -> bool:
    """Tell whether a card is a heart or a diamond.

    >>> is_red(parse_card("2H")), is_red(parse_card("2C"))
    (True, False)
    """
    return suit(card) in (1, 2)


def cards_in(cards: CardSet) -> tuple[Card, ...]:
    """List the cards of a set, lowest number first.

    >>> cards_in(0b1010)
    (1, 3)
    """
    return tuple(card for card in DECK if cards & BITS[card])
