"""What a move changed on the table, so that nobody has to compare positions to find out."""

from typing import Final, NamedTuple

from .cards import Card


class Carry(NamedTuple):
    """Cards that went from one pile to another, in the order they lie, the deepest first; piles by their names."""

    source: str
    target: str
    cards: tuple[Card, ...]


class Turn(NamedTuple):
    """A column's last card that was turned up or, by an undo, face down again."""

    pile: str
    card: Card
    up: bool


class Change(NamedTuple):
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
