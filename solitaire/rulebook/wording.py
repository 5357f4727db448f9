"""What the pages of the rules say: each rule by name, what was tried in its example, what it costs."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solitaire.live.refusals import SUIT_SIGNS, card_sign
from solitaire.rulebook.book import Page
from solitaire.rules.moves import Code, Refused

RULES: dict[Code, Promise] = {
    "wrong-colour": gettext_lazy("Red on black, black on red"),
    "wrong-rank": gettext_lazy("Down by one"),
    "empty-column-needs-king": gettext_lazy("An empty column waits for a king"),
    "foundation-order": gettext_lazy("Up from the ace, suit by suit"),
    "foundation-one-card": gettext_lazy("Home one at a time"),
    "foundation-locked": gettext_lazy("What is home stays home"),
    "group-not-in-order": gettext_lazy("Only cards in order move together"),
    "face-down": gettext_lazy("Face-down cards stay where they are"),
    "nothing-there": gettext_lazy("There has to be a card"),
    "same-pile": gettext_lazy("A move leads to another pile"),
    "stock-not-empty": gettext_lazy("First the stock, then the waste"),
    "no-passes-left": gettext_lazy("Only so many passes"),
    "nothing-to-undo": gettext_lazy("Undo goes back as far as the deal"),
    "nothing-to-redo": gettext_lazy("Redo follows undo"),
    "game-over": gettext_lazy("After the end nothing moves"),
    "too-long": gettext_lazy("A game has an end"),
    "not-a-move": gettext_lazy("Moves are written in two signs"),
}
"""What each rule is called, by the code it refuses a move with."""


class Topic(NamedTuple):
    """A part of the rules: its place on the page, its name, and the rules in it."""

    key: str
    name: Promise
    codes: tuple[Code, ...]


TOPICS = (
    Topic("columns", gettext_lazy("Building on the columns"), ("wrong-colour", "wrong-rank")),
    Topic("empty", gettext_lazy("Empty columns"), ("empty-column-needs-king",)),
    Topic(
        "lifting",
        gettext_lazy("What can be lifted"),
        ("face-down", "group-not-in-order", "nothing-there", "same-pile"),
    ),
    Topic(
        "home",
        gettext_lazy("Home, and back"),
        ("foundation-order", "foundation-one-card", "foundation-locked"),
    ),
    Topic("stock", gettext_lazy("Stock and waste"), ("stock-not-empty", "no-passes-left")),
    Topic("undo", gettext_lazy("Undo and redo"), ("nothing-to-undo", "nothing-to-redo")),
    Topic("end", gettext_lazy("How a game ends"), ("game-over", "too-long", "not-a-move")),
)


def tried(refused: Refused, move: str) -> str:
    """What was tried in an example, in a sentence."""
    return _TRIED[refused.code](refused, move)


def _onto(refused: Refused, _move: str) -> str:
    # Translators: here and in what follows `card` and `onto` are cards as printed, such as 7♥.
    words = {"card": card_sign(refused.card or 0), "onto": card_sign(refused.onto or 0)}
    return _("Tried: the %(card)s onto the %(onto)s.") % words


def _on_empty(refused: Refused, move: str) -> str:
    words = {"card": card_sign(refused.card or 0), "number": move[1]}
    return _("Tried: the %(card)s onto the empty column %(number)s.") % words


def _home(refused: Refused, _move: str) -> str:
    return _("Tried: the %(card)s to its foundation.") % {"card": card_sign(refused.card or 0)}


def _group_home(refused: Refused, _move: str) -> str:
    words = {"card": card_sign(refused.card or 0)}
    return _("Tried: the %(card)s to its foundation, with what lies on it.") % words


def _taken_back(refused: Refused, _move: str) -> str:
    suit = SUIT_SIGNS["SHDC".index(refused.pile or "S")]
    return _("Tried: a card of %(suit)s from its foundation back to a column.") % {"suit": suit}


def _group(refused: Refused, _move: str) -> str:
    words = {"card": card_sign(refused.onto or 0), "onto": card_sign(refused.card or 0)}
    return _("Tried: the %(card)s together with the %(onto)s that lies on it.") % words


_TRIED: dict[Code, Callable[[Refused, str], str]] = {
    "wrong-colour": _onto,
    "wrong-rank": _onto,
    "empty-column-needs-king": _on_empty,
    "foundation-order": _home,
    "foundation-one-card": _group_home,
    "foundation-locked": _taken_back,
    "group-not-in-order": _group,
    "face-down": lambda refused, _move: (
        _("Tried: a face-down card of column %(number)s, with what lies on it.") % {"number": refused.pile}
    ),
    "nothing-there": lambda _refused, move: (
        _("Tried: a card of the empty waste onto column %(number)s.") % {"number": move[1]}
    ),
    "same-pile": lambda refused, _move: _("Tried: column %(number)s onto itself.") % {"number": refused.pile},
    "stock-not-empty": lambda _refused, _move: _("Tried: the waste turned over, with cards left in the stock."),
    "no-passes-left": lambda _refused, _move: _("Tried: the waste turned over once more."),
    "nothing-to-undo": lambda _refused, _move: _("Tried: undo, right after the deal."),
    "nothing-to-redo": lambda _refused, _move: _("Tried: redo, with nothing undone."),
    "game-over": lambda _refused, _move: _("Tried: a card drawn after the end."),
    "too-long": lambda _refused, _move: _("Tried: one move more."),
    "not-a-move": lambda _refused, _move: _("Tried: the waste onto an eighth column."),
}


def paragraphs(page: Page, topic: str) -> list[str]:
    """What a part of the rules says, under one family and rule set."""
    return _PARAGRAPHS[topic](page)


def _columns(_page: Page) -> list[str]:
    return [
        _(
            "Seven columns hold 1, 2, 3, 4, 5, 6 and 7 cards. "
            "What is built on them goes down by one and alternates in colour: a red 6 on a black 7."
        )
    ]


def _empty(_page: Page) -> list[str]:
    return [_("A column without cards takes a king, alone or with the group that lies on it, and nothing else.")]


def _lifting(page: Page) -> list[str]:
    if page.family == "TF":
        return [
            _("All 28 cards of the columns lie face up from the start, so that the game can be planned."),
            _(
                "A card is lifted with every card on it, only where they already lie in order: "
                "each one lower than the one before and of the other colour."
            ),
        ]
    return [
        _("Any face-up card of a column can be lifted, with all that lies on it."),
        _("A face-down card that becomes the last of its column turns face up at once."),
    ]


def _home_and_back(page: Page) -> list[str]:
    cost = page.rule_set(1).take_back
    texts = [
        _(
            "The last card of a column or of the waste goes to its foundation when it is next in its suit, "
            "one at a time."
        ),
        _("Nothing moves by itself: every card that goes home was sent there by its player."),
    ]
    if cost is None:
        texts.append(_("In Classic a card stays on its foundation."))
    elif cost:
        words = {"points": -cost}
        texts.append(
            _("The top card of a foundation may go back to a column where it fits, for %(points)d points.") % words
        )
    else:
        texts.append(_("The top card of a foundation may go back to a column where it fits. It costs nothing."))
    return texts


def _stock(page: Page) -> list[str]:
    one, three = (page.rule_set(draw).passes for draw in (1, 3))
    texts = [
        _(
            "Turn one card of the stock onto the waste, or three under draw three (fewer when fewer are left). "
            "Of the three, the last one is on top and goes first."
        )
    ]
    if one is None:
        texts.append(
            _("Once the stock is empty, the waste becomes the stock again, in the same order, as often as you like.")
        )
    elif one == three:
        texts.append(_("The stock is gone through once: the waste is never turned over."))
    else:
        words = {"one": one, "three": three}
        texts.append(
            _("The stock is gone through %(one)d time under draw one, and %(three)d times under draw three.") % words
        )
    return texts


def _undo(_page: Page) -> list[str]:
    return [
        _("The last 100 actions can be undone, cards, score and all; the move counter and the clock go on."),
        _("Redo plays again what was undone, until something else is played."),
    ]


def _end(page: Page) -> list[str]:
    stuck = (
        _("Stuck, it is lost: no card can be moved, and a whole look through the stock has brought nothing. "
          "Undo leads out of it again.")
        if page.rule_set(1).loss_declared
        else _("Stuck, it is not lost: you are told that no moves are left, and may undo or give up.")
    )  # fmt: skip
    return [_("The game is won when all 52 cards are home."), stuck]


_PARAGRAPHS: dict[str, Callable[[Page], list[str]]] = {
    "columns": _columns,
    "empty": _empty,
    "lifting": _lifting,
    "home": _home_and_back,
    "stock": _stock,
    "undo": _undo,
    "end": _end,
}


def about(page: Page) -> list[str]:
    """What a rule set is about."""
    about = {
        "N": _("Normal is the everyday game. Every card that gets on earns points; turning the waste over costs some."),
        "V": _(
            "In Vegas the deck costs $52 and each card home pays $5: "
            "from the 11th card on you are ahead, and a win brings +$208."
        ),
        "S": _("Standard is the score of the old desktop game, without its clock."),
        "C": _("Classic counts nothing but the cards you bring home."),
    }
    return [about[page.ruleset], _("The clock runs from the deal to the end and never stops. Time changes no points.")]


class Value(NamedTuple):
    """A line of the table of points: what it is for, and what it is under draw one and draw three."""

    name: str
    one: str
    three: str


def values(page: Page) -> list[Value]:
    """The rule set in numbers."""
    one, three = page.rule_set(1), page.rule_set(3)
    sign = _dollars if one.shown == "dollars" else _points
    never = _("never")
    rows = [
        (_("At the deal"), *(_amount(sign, rules.start) for rules in (one, three))),
        (_("A card home"), sign(one.home), sign(three.home)),
        (_("Waste to column"), sign(one.waste_to_column), sign(three.waste_to_column)),
        (_("A card turned up"), sign(one.turned_up), sign(three.turned_up)),
        (
            _("Taken back from a foundation"),
            *(_("not allowed") if rules.take_back is None else sign(rules.take_back) for rules in (one, three)),
        ),
        (
            _("Waste turned over"),
            *(never if rules.passes == 1 else _recycles(sign, rules.recycle_points) for rules in (one, three)),
        ),
        (
            _("Passes through the stock"),
            *(_("no limit") if rules.passes is None else str(rules.passes) for rules in (one, three)),
        ),
        (_("Below zero"), *(_("yes") if rules.start < 0 else never for rules in (one, three))),
    ]
    if page.family == "TF":
        rows = [row for row in rows if row[0] != _("A card turned up")]
    return [Value(*row) for row in rows]


def _points(value: int) -> str:
    return f"+{value}" if value > 0 else str(value)


def _dollars(value: int) -> str:
    return f"{'+' if value > 0 else '-' if value < 0 else ''}${abs(value)}"


def _amount(sign: Callable[[int], str], value: int) -> str:
    return sign(value).removeprefix("+")


def _recycles(sign: Callable[[int], str], points: tuple[int, ...]) -> str:
    if len(points) == 1:
        return sign(points[0])
    # No rule set has another number of them.
    return _("%(points)s from the third time on") % {"points": sign(points[2])}
