"""Deal codes: the short text that reproduces a deal completely, and the decks behind it.

How letters become a deck is frozen for ever and belongs to no rules version: a code that somebody wrote down
deals the same cards in ten years.

>>> deal = Deal.parse(" kl1 d1n aaaaaag ")
>>> deal.code
'KL1-D1N-AAAAAAG'
>>> [name(card) for card in deal.deck[:3]]
['TH', 'AC', 'QD']
"""

import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from math import factorial
from typing import Final, Literal, Self, TypeAlias

from .cards import DECK, Card, name

Part: TypeAlias = Literal["character", "family", "kind", "draw", "ruleset", "letters", "length", "rank"]
"""What can be wrong with a code: a character in it, one of its four choices, or its letters."""

FAMILIES: Final = ("KL", "TF")
KINDS: Final = ("1", "2", "X")
DRAWS: Final = (1, 3)
RULE_SETS: Final = ("N", "V", "S", "C")
LENGTHS: Final = {"1": 7, "2": 20, "X": 48}
"""How many letters a code of each deck kind has."""

NUMBERED_DECKS: Final = 26**7
"""How many decks of kind 1 there are."""

_DRAWS_WRITTEN: Final = tuple(f"D{draw}" for draw in DRAWS)
_LETTERS: Final = string.ascii_uppercase
_SKIPPED: Final = dict.fromkeys(map(ord, "-" + string.whitespace))
_LONGEST_TEXT: Final = 1_000
_ORDERS: Final = factorial(52)


class BadCode(ValueError):
    """A text is no deal code; the message says which part is wrong and what is allowed there.

    `part` is a stable name of that part, `found` what stood there, `allowed` what may stand there.
    """

    def __init__(self, part: Part, found: str, allowed: str, message: str) -> None:
        super().__init__(message)
        self.part: Part = part
        self.found = found
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal: which deck (kind and letters), and how it is played (family, draw count, rule set).

    Making one checks it: parts that no code could have are a `BadCode`.
    """

    family: str
    kind: str
    draw: int
    ruleset: str
    letters: str

    def __post_init__(self) -> None:
        _check(self.family, self.kind, f"D{self.draw}", self.ruleset, self.letters)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a code, whatever its ASCII case, hyphens and ASCII white space; raise `BadCode` for anything else.

        >>> Deal.parse("KL1-D2N-AAAAAAG")
        Traceback (most recent call last):
        solitaire.rules.deals.BadCode: The draw count is "D2"; it must be D1 or D3.
        """
        if len(text) > _LONGEST_TEXT:
            raise BadCode("length", str(len(text)), str(_LONGEST_TEXT), "This is far too long to be a deal code.")
        compact = text.translate(_SKIPPED)
        for character in compact:
            if character not in _LETTERS and character not in string.ascii_lowercase + string.digits:
                raise BadCode(
                    "character",
                    character,
                    "A-Z 0-9 -",
                    f"The character {character!a} has no place in a deal code; "
                    "letters A to Z, digits, hyphens and spaces are allowed.",
                )
        compact = compact.upper()
        family, kind, draw, ruleset, letters = compact[:2], compact[2:3], compact[3:5], compact[5:6], compact[6:]
        _check(family, kind, draw, ruleset, letters)
        return cls(family, kind, int(draw[1:]), ruleset, letters)

    @property
    def code(self) -> str:
        """The code in its canonical form.

        >>> Deal.parse("kl2d1nmvgnxaqhyoprhlhvhyoj").code
        'KL2-D1N-MVGNX-AQHYO-PRHLH-VHYOJ'
        """
        letters = self.letters
        if self.kind == "2":
            letters = "-".join(letters[start : start + 5] for start in range(0, 20, 5))
        return f"{self.family}{self.kind}-D{self.draw}{self.ruleset}-{letters}"

    @property
    def deck(self) -> tuple[Card, ...]:
        """The 52 cards in the order they are dealt: 28 to the columns, then the stock."""
        return _deck(self.kind, self.letters)

    @property
    def deck_key(self) -> str:
        """A key of the order of the 52 cards, 32 hexadecimal digits: equal for equal decks, whatever the code.

        >>> Deal.parse("KL1-D1N-AAAAAAG").deck_key == Deal.parse("TF1-D3N-AAAAAAG").deck_key
        True
        """
        return _deck_key(self.deck)


def numbered(number: int, family: str = "KL", draw: int = 1, ruleset: str = "N") -> Deal:
    """Make the deal of a numbered deck (kind 1), from 0 to `NUMBERED_DECKS` - 1.

    >>> numbered(6).code
    'KL1-D1N-AAAAAAG'
    """
    if not 0 <= number < NUMBERED_DECKS:
        raise ValueError(f"Decks are numbered from 0 to {NUMBERED_DECKS - 1}, not {number}.")
    return Deal(family, "1", draw, ruleset, _spell(number, LENGTHS["1"]))


def deal_of_deck(deck: Sequence[Card], family: str = "KL", draw: int = 1, ruleset: str = "N") -> Deal:
    """Make the deal (kind X) of any order of the 52 cards; a ValueError if it is not exactly those.

    >>> deal_of_deck(DECK).code[:12]
    'KLX-D1N-AAAA'
    """
    if sorted(deck) != list(DECK):
        raise ValueError("A deck is the 52 cards, each exactly once.")
    left, rank = list(DECK), 0
    for card in deck:
        place = left.index(card)
        rank = rank * len(left) + place
        del left[place]
    return Deal(family, "X", draw, ruleset, _spell(rank, LENGTHS["X"]))


def _check(family: str, kind: str, draw: str, ruleset: str, letters: str) -> None:
    """Refuse the first part that is wrong, in the order they are written."""
    if family not in FAMILIES:
        raise _bad_choice("family", "family", family, FAMILIES)
    if kind not in KINDS:
        raise _bad_choice("kind", "deck kind", kind, KINDS)
    if draw not in _DRAWS_WRITTEN:
        raise _bad_choice("draw", "draw count", draw, _DRAWS_WRITTEN)
    if ruleset not in RULE_SETS:
        raise _bad_choice("ruleset", "rule set", ruleset, RULE_SETS)
    if family == "TF" and ruleset != "N":
        raise BadCode("ruleset", ruleset, "N", f'The rule set is "{ruleset}"; with family TF it must be N.')
    _check_letters(kind, letters)


def _check_letters(kind: str, letters: str) -> None:
    for character in letters:
        if character not in _LETTERS:
            raise BadCode(
                "letters", character, "A-Z", f'The last part has "{character}" in it; only letters A to Z may be.'
            )
    if len(letters) != LENGTHS[kind]:
        raise BadCode(
            "length",
            str(len(letters)),
            str(LENGTHS[kind]),
            f"The last part has {len(letters)} letters; with deck kind {kind} it must have {LENGTHS[kind]}.",
        )
    if kind == "X" and _number(letters) >= _ORDERS:
        last = _spell(_ORDERS - 1, LENGTHS["X"])
        raise BadCode("rank", letters, last, f"The last part is beyond the last order of 52 cards, which is {last}.")


def _bad_choice(part: Part, title: str, found: str, allowed: Sequence[str]) -> BadCode:
    choices = f"{', '.join(allowed[:-1])} or {allowed[-1]}"
    if not found:
        return BadCode(part, "", choices, f"The {title} is missing; it must be {choices}.")
    return BadCode(part, found, choices, f'The {title} is "{found}"; it must be {choices}.')


def _number(letters: str) -> int:
    """Read letters as a number in base 26, A = 0."""
    number = 0
    for letter in letters:
        number = number * 26 + _LETTERS.index(letter)
    return number


def _spell(number: int, length: int) -> str:
    """Write a number in base 26 with so many letters."""
    letters = ""
    for _ in range(length):
        number, digit = divmod(number, 26)
        letters = _LETTERS[digit] + letters
    return letters


@lru_cache(maxsize=4096)
def _deck(kind: str, letters: str) -> tuple[Card, ...]:
    return _ranked(_number(letters)) if kind == "X" else _shuffled(kind, letters)


@lru_cache(maxsize=4096)
def _deck_key(deck: tuple[Card, ...]) -> str:
    return sha256("".join(map(name, deck)).encode()).hexdigest()[:32]


def _shuffled(kind: str, letters: str) -> tuple[Card, ...]:
    """Shuffle the ordered deck with the numbers that the letters give (Fisher-Yates)."""
    deck, numbers = list(DECK), _numbers(f"klondike:{kind}:{letters}")
    for last in range(51, 0, -1):
        choices = last + 1
        fair = 2**32 - 2**32 % choices
        number = next(numbers)
        while number >= fair:
            number = next(numbers)
        other = number % choices
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def _numbers(seed: str) -> Iterator[int]:
    """Give the endless stream of 32-bit numbers that a seed text stands for."""
    block = 0
    while True:
        digest = sha256(f"{seed}:{block}".encode("ascii")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _ranked(rank: int) -> tuple[Card, ...]:
    """Give the order of 52 cards that has this rank among all of them in dictionary order."""
    places = []
    for base in range(1, 53):
        rank, place = divmod(rank, base)
        places.append(place)
    left = list(DECK)
    return tuple(left.pop(place) for place in reversed(places))
