"""How a move is written: two characters, in the manner of the FreeCell community's notation.

>>> NOTATION["45x3"].text, NOTATION["45x3"].count, NOTATION.get("48")
('45', 3, None)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from .cards import SUITS

Action: TypeAlias = Literal["draw", "recycle", "carry", "undo", "redo", "resign", "hint"]

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
