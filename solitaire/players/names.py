"""Names of players: which are good, when two are the same, and friendly ones for guests."""

import secrets
import unicodedata
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SHORTEST, LONGEST = 2, 24
MARKS_IN_A_ROW = 3

RULE = gettext_lazy("2 to 24 characters: letters, digits, spaces, and signs that can be seen.")
"""What a name may be, for the line under the field."""

UNSEEN = frozenset(
    "\u034f"  # combining grapheme joiner
    "\u115f\u1160\u3164\uffa0"  # Hangul fillers
    "\u17b4\u17b5"  # Khmer vowels that are never drawn
    "\u180b\u180c\u180d\u180f"  # Mongolian variation selectors
    "\u2800"  # Braille without a dot
    "\U00016fe4"  # Khitan filler
    "\U0001d159"  # a note without a head
) | {chr(point) for first, last in ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF)) for point in range(first, last + 1)}
"""Letters, marks and signs that look like nothing; controls and the like are known by their category."""


def clean_name(text: str) -> str:
    """The name as it is shown: compatibility forms made plain (NFKC), one space at a time, none at the ends.

    Raises `ValidationError`, which says what is wrong and what is allowed.
    """
    name = " ".join(part for part in unicodedata.normalize("NFKC", text).split(" ") if part)
    if any(_is_unseen(character) for character in text + name):
        raise ValidationError(
            _("There is a character in the name that cannot be seen. %(rule)s"), "unseen", {"rule": RULE}
        )
    if len(name) < SHORTEST:
        raise ValidationError(_("The name is too short. %(rule)s"), "short", {"rule": RULE})
    if len(name) > LONGEST:
        message = _("The name is too long: it has %(length)d characters. %(rule)s")
        raise ValidationError(message, "long", {"rule": RULE, "length": len(name)})
    if not any(_is_letter_or_digit(character) for character in name):
        raise ValidationError(_("A name has at least one letter or digit in it."), "wordless")
    if _piles_marks(name):
        raise ValidationError(_("There are too many accents on one letter of the name."), "marks")
    return name


def name_key(name: str) -> str:
    """What is unique: names with one key are the same name, whatever their case, width or spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def guest_names() -> Iterator[str]:
    """Friendly names of the card room, without end; the numbers grow as more of them turn out to be taken."""
    numbers = 90
    while True:
        yield f"{secrets.choice(MANNERS)} {secrets.choice(FIGURES)} {10 + secrets.randbelow(numbers)}"
        numbers = min(numbers * 3, 900_000)


def _is_unseen(character: str) -> bool:
    category = unicodedata.category(character)
    return (
        character in UNSEEN
        or category[0] == "C"
        or (category[0] == "Z" and unicodedata.normalize("NFKC", character) != " ")
    )


def _is_letter_or_digit(character: str) -> bool:
    return unicodedata.category(character)[0] in "LN"


def _piles_marks(name: str) -> bool:
    """Whether a mark stands on nothing, or more than `MARKS_IN_A_ROW` on one letter."""
    row = MARKS_IN_A_ROW  # a mark at the start or after a space stands on nothing
    for character in name:
        if unicodedata.category(character)[0] == "M":
            row += 1
        else:
            row = MARKS_IN_A_ROW if character == " " else 0
        if row > MARKS_IN_A_ROW:
            return True
    return False


MANNERS = tuple(
    """
    Able Amber Ample Autumn Blithe Bold Brass Bright Brisk Calm Candid Canny Chipper Civil Clever Copper Cosy Crisp
    Dapper Daring Deft Eager Early Easy Fabled Fair Fleet Fond Frank Gallant Genial Gentle Gilded Glad Golden Grand
    Happy Hardy Honest Humble Ivory Jaunty Jolly Keen Kind Late Lively Loyal Lucid Lucky Mellow Merry Mild Modest
    Nimble Noble Patient Placid Plucky Polite Proud Quick Quiet Ready Royal Scarlet Serene Sharp Silver Sly Snug
    Spry Steady Sunny Swift Teal Tidy True Velvet Warm Wily Winter Wise Witty Zesty
    """.split()  # noqa: SIM905
)
FIGURES = tuple(
    """
    Ace Baron Caller Club Count Croupier Cutter Dealer Deuce Diamond Drawer Duchess Duke Earl Fan Harlequin
    Heart Herald Host Jack Joker King Knave Knight Ledger Marquis Packer Page Pip Player Prince Queen Rider Runner
    Scholar Shuffle Spade Squire Steward Stock Suit Tableau Ten Trey Turner Usher Valet Viscount
    """.split()  # noqa: SIM905
)
