"""What is wrong with a deal code, in the language of the moment."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from solitaire.rules.deals import DRAWS, FAMILIES, KINDS, LENGTHS, RULE_SETS, BadCode

_KINDS_BY_LENGTH = {length: kind for kind, length in LENGTHS.items()}


def bad_code_text(error: BadCode) -> str:
    """Which part of a code is wrong and what is allowed there; in English the error's own message."""
    return _TEXTS[error.part](error)


def _either(*choices: str) -> str:
    """Spell out a choice: "D1 or D3", "N, V, S or C"."""
    # Translators: a choice of short codes, such as "N, V, S or C"; `several` is all but the last, with commas.
    return _("%(several)s or %(last)s") % {"several": ", ".join(choices[:-1]), "last": choices[-1]}


def _family(error: BadCode) -> str:
    words = {"found": error.found, "allowed": _either(*FAMILIES)}
    if not error.found:
        return _("The family is missing; it must be %(allowed)s.") % words
    return _('The family is "%(found)s"; it must be %(allowed)s.') % words


def _kind(error: BadCode) -> str:
    words = {"found": error.found, "allowed": _either(*KINDS)}
    if not error.found:
        return _("The deck kind is missing; it must be %(allowed)s.") % words
    return _('The deck kind is "%(found)s"; it must be %(allowed)s.') % words


def _draw(error: BadCode) -> str:
    words = {"found": error.found, "allowed": _either(*(f"D{draw}" for draw in DRAWS))}
    if not error.found:
        return _("The draw count is missing; it must be %(allowed)s.") % words
    return _('The draw count is "%(found)s"; it must be %(allowed)s.') % words


def _rule_set(error: BadCode) -> str:
    words = {"found": error.found, "allowed": _either(*RULE_SETS)}
    if not error.found:
        return _("The rule set is missing; it must be %(allowed)s.") % words
    if error.found in RULE_SETS:
        return _('The rule set is "%(found)s"; with family TF it must be N.') % words
    return _('The rule set is "%(found)s"; it must be %(allowed)s.') % words


def _character(error: BadCode) -> str:
    text = _(
        "The character %(found)s has no place in a deal code; letters A to Z, digits, hyphens and spaces are allowed."
    )
    return text % {"found": ascii(error.found)}


def _letters(error: BadCode) -> str:
    text = _('The last part has "%(found)s" in it; only letters A to Z may be.')
    return text % {"found": error.found}


def _length(error: BadCode) -> str:
    found, allowed = int(error.found), int(error.allowed)
    if allowed not in _KINDS_BY_LENGTH:
        return _("This is far too long to be a deal code.")
    text = ngettext(
        "The last part has %(found)d letter; with deck kind %(kind)s it must have %(allowed)d.",
        "The last part has %(found)d letters; with deck kind %(kind)s it must have %(allowed)d.",
        found,
    )
    return text % {"found": found, "kind": _KINDS_BY_LENGTH[allowed], "allowed": allowed}


def _rank(error: BadCode) -> str:
    text = _("The last part is beyond the last order of 52 cards, which is %(allowed)s.")
    return text % {"allowed": error.allowed}


_TEXTS: dict[str, Callable[[BadCode], str]] = {
    "family": _family,
    "kind": _kind,
    "draw": _draw,
    "ruleset": _rule_set,
    "character": _character,
    "letters": _letters,
    "length": _length,
    "rank": _rank,
}
