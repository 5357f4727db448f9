"""Why something was not done, in words: the rules' codes and the site's own, in the language of the moment."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from solitaire.rules.cards import KING, NAMES, Card
from solitaire.rules.moves import Refused

SUIT_SIGNS = "♠♥♦♣"


def card_sign(card: Card) -> str:
    """A card as it is printed on it: 7♥, 10♠, K♦."""
    return rank_sign(card) + SUIT_SIGNS[card // 13]


def rank_sign(card: Card) -> str:
    """A card's rank as it is printed on it: A, 2 to 10, J, Q, K."""
    rank = NAMES[card][0]
    return "10" if rank == "T" else rank


def refusal_text(refused: Refused) -> str:
    """The rule that was broken, in a sentence or two."""
    return _TEXTS[refused.code](refused)


def objection_text(code: str) -> str:
    """Why the site did not even ask the rules (codes of `Objection`), in a sentence or two."""
    return _OBJECTIONS[code]()


def error_text(code: str) -> str:
    """What the site itself objects to (codes of `protocol.Error`), in a sentence or two."""
    return _ERRORS[code]()


def _is_red(card: Card) -> bool:
    return card // 13 in (1, 2)


def _wrong_colour(refused: Refused) -> str:
    card, needed = refused.card or 0, refused.needs[0]
    names = {"card": card_sign(card), "rank": rank_sign(needed)}
    if _is_red(card):
        # Translators: in all refusals `card` is a card as printed, such as 7♥, and `rank` a rank, such as 8 or Q.
        return _("Red goes on black: the %(card)s needs a black %(rank)s.") % names
    return _("Black goes on red: the %(card)s needs a red %(rank)s.") % names


def _wrong_rank(refused: Refused) -> str:
    card = refused.card or 0
    if card % 13 == KING:
        return _("Columns go down by one: the %(card)s needs an empty column.") % {"card": card_sign(card)}
    names = {"card": card_sign(card), "rank": rank_sign(refused.needs[0])}
    if _is_red(card):
        return _("Columns go down by one: the %(card)s needs a black %(rank)s.") % names
    return _("Columns go down by one: the %(card)s needs a red %(rank)s.") % names


def _empty_column(refused: Refused) -> str:
    return _("An empty column takes a king: the %(card)s has to wait.") % {"card": card_sign(refused.card or 0)}


def _foundation_order(refused: Refused) -> str:
    return _("A foundation goes up from the ace, one by one: the %(card)s comes after the %(first)s.") % {
        "card": card_sign(refused.card or 0),
        "first": card_sign((refused.card or 0) - 1),
    }


def _out_of_order(refused: Refused) -> str:
    return _("Only cards in order are lifted together: the %(card)s does not follow the %(under)s.") % {
        "card": card_sign(refused.card or 0),
        "under": card_sign(refused.onto or 0),
    }


def _nothing_there(refused: Refused) -> str:
    pile = refused.pile or ""
    if pile == "s":
        return _("The stock is empty.")
    if pile == "w":
        return _("The waste is empty.")
    if pile.isdigit():
        return _("There are not that many cards in column %(number)s.") % {"number": pile}
    # Translators: `suit` is one of ♠ ♥ ♦ ♣.
    return _("The foundation of %(suit)s is empty.") % {"suit": SUIT_SIGNS["SHDC".index(pile)]}


def _no_passes_left(refused: Refused) -> str:
    passes = refused.limit or 1
    return ngettext(
        "The stock can be gone through only once here.",
        "The stock can be gone through only %(passes)d times here.",
        passes,
    ) % {"passes": passes}


_TEXTS: dict[str, Callable[[Refused], str]] = {
    "wrong-colour": _wrong_colour,
    "wrong-rank": _wrong_rank,
    "empty-column-needs-king": _empty_column,
    "foundation-order": _foundation_order,
    "foundation-one-card": lambda _refused: _("A foundation takes one card at a time."),
    "foundation-locked": lambda _refused: _("In Classic a card stays on its foundation."),
    "group-not-in-order": _out_of_order,
    "face-down": lambda _refused: _("A face-down card cannot be moved."),
    "nothing-there": _nothing_there,
    "same-pile": lambda _refused: _("The card is there already."),
    "stock-not-empty": lambda _refused: _("The waste is turned over only once the stock is empty."),
    "no-passes-left": _no_passes_left,
    "nothing-to-undo": lambda refused: (
        _("Nothing is left to undo: only the last %(actions)d actions are kept.") % {"actions": refused.limit or 0}
    ),
    "nothing-to-redo": lambda _refused: _("Nothing is left to redo."),
    "game-over": lambda _refused: _("The game has ended."),
    "too-long": lambda refused: (
        _("A game takes at most %(moves)d moves: it can only be given up now.") % {"moves": refused.limit or 0}
    ),
    "not-a-move": lambda _refused: _("That is not a move."),
}

_OBJECTIONS: dict[str, Callable[[], str]] = {
    "not-started": lambda: _("The race has not started yet: the cards come with the start."),
    "undo-off": lambda: _("This race is played without undo."),
    "hints-off": lambda: _("This race is played without hints."),
    "race-over": lambda: _("The race's time is up."),
    "day-hints-off": lambda: _("A ranked attempt at the deal of the day is played without hints."),
    "day-over": lambda: _("The day is over."),
}

_ERRORS: dict[str, Callable[[], str]] = {
    "not-json": lambda: _("Messages are JSON in text frames."),
    "too-large": lambda: _("That message is too large."),
    "too-many": lambda: _("That is too much at once. Wait a moment."),
    # Translators: `types` are words of the protocol, such as hello, move, ping.
    "unknown-type": lambda: _("A message has one of these types: %(types)s."),
    # Translators: `detail` is for programmers, in English.
    "bad-message": lambda: _("Something is wrong in that message: %(detail)s"),
    "not-yours": lambda: _("This game is somebody else's: you can only watch it."),
    "from-the-future": lambda: _("The game has not come that far."),
    "bad-session": lambda: _("Your session is not known here any more. Load the page again."),
    "signed-out": lambda: _("You have logged out, or logged in as somebody else."),
    "bad-origin": lambda: _("This address takes connections from its own pages alone."),
    "no-such-game": lambda: _("There is no such game."),
    "no-such-race": lambda: _("There is no such race."),
    "sealed": lambda: _(
        "This game is part of a race. Until the race has settled, it is seen on the race's page alone."
    ),
    "sealed-day": lambda: _(
        "This is a game of the deal of the day. Accounts can watch it once their own attempt has ended, and everybody"
        " when the day is over."
    ),
    "no-such-path": lambda: _("There is nothing to connect to at this address."),
    "silent": lambda: _("Nothing was heard for too long."),
    "unavailable": lambda: _("The server could not do that just now. Try again in a moment."),
}
