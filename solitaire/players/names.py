"""Names of players: which are good, when two are the same, and friendly ones for guests."""

import secrets
import unicodedata
from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

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


def name_look(name: str) -> str:
    """What is unique, too: names that look alike are the same name, whatever alphabets their letters are from.

    By a small table of what people take for each other in a line of text: letters of the Latin, Cyrillic and Greek
    alphabets, digits, and pairs that look like one letter. Accents are no look-alikes: they tell real names apart.

    >>> name_look("Аnnа 1O") == name_look("Anna l0")
    True
    """
    plain = unicodedata.normalize("NFKC", name).translate(_TALL).casefold()
    plain = "".join(_LIKE.get(character, character) for character in plain)
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    return " ".join(plain.split())


def is_reserved(name: str) -> bool:
    """Whether a name would be taken for the site, its staff, or a racer who is nobody.

    >>> is_reserved("Раce-Setter, gold"), is_reserved("The SameDeal team"), is_reserved("Pacey")
    (True, True, False)
    """
    plain = _letters(name)
    if SITE in plain or plain in {_letters(word) for word in STAFF}:
        return True
    return plain.rstrip(_DIGITS) in _programs() or any(plain.startswith(word) for word in _programs_beginnings())


@cache
def _programs() -> frozenset[str]:
    """What racers who are nobody are called, in every language of the site."""
    return frozenset(_in_all_languages(PROGRAMS))


@cache
def _programs_beginnings() -> frozenset[str]:
    """What no name begins with, in every language of the site."""
    return frozenset(_in_all_languages(PROGRAMS_BEGINNINGS))


def _in_all_languages(texts: tuple[object, ...]) -> Iterator[str]:
    for language, _language_name in settings.LANGUAGES:
        with override(language):
            yield from (_letters(str(text)) for text in texts)


def _letters(name: str) -> str:
    """How a name looks without anything between its letters and digits."""
    return "".join(character for character in name_look(name) if _is_letter_or_digit(character))


SITE = "samedeal"
STAFF = (
    "admin", "administrator", "administration", "moderator", "operator", "referee", "staff", "support", "system",
    "root", "webmaster", "anonymous",
)  # fmt: skip
"""What nobody is called, whatever stands between the letters."""
PROGRAMS = (
    gettext_lazy("Ghost"),
    gettext_lazy("Bronze pace"),
    gettext_lazy("Silver pace"),
    gettext_lazy("Gold pace"),
    gettext_lazy("a former player"),
)
"""Racers who are no people, and players who are there no more; a number may follow."""
PROGRAMS_BEGINNINGS = (gettext_lazy("Pace-setter"),)
"""What no name begins with."""
_DIGITS = "0123456789" + "losz"
"""Digits, and what they look like in `name_look`."""


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


_TALL = str.maketrans(
    "ΑΒΕΖΗΚΜΝΟΡΤΥΧ" "АВЕЅЈКМНОРСТУХҺԌԚԜ",
    "abezhkmnoptyx" "abesjkmhopctyxhgqw",
)  # fmt: skip
"""Capitals of the Greek and Cyrillic alphabets: they look like Latin ones where their small letters do not."""
_LIKE = {
    look: letter
    for letter, looks in {
        "a": "аα", "b": "ьвβ", "c": "сϲ", "d": "ԁ", "e": "еєε", "f": "ϝ", "g": "ɡ", "h": "һн", "j": "јϳ",
        "k": "кκ", "l": "iіıι1ӏ|!", "m": "мμ", "n": "пη", "o": "0оοө", "p": "рρ", "q": "ԛ", "r": "гᴦ", "s": "5ѕ",
        "t": "тτ", "u": "υц", "v": "ѵν", "w": "ԝшω", "x": "хχ", "y": "уүγ", "z": "2ζ", "6": "б", "3": "зэ",
        "-": "‐‑‒–—―−", "'": "’‘ʼ`´",
    }.items()
    for look in looks
}  # fmt: skip
"""By each look-alike, in lower case, the letter it is taken for."""
_PAIRS = (("rn", "m"), ("vv", "w"))

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
