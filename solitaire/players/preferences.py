"""How a player likes the site: kept with the player, so that it is the same on every device."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Choices = dict[str, Promise | str]

CHOICES: dict[str, Choices] = {
    "theme": {"system": _("As the device"), "light": _("Light"), "dark": _("Dark")},
    "felt": {"teal": _("Teal"), "midnight": _("Midnight"), "burgundy": _("Burgundy"), "slate": _("Slate")},
    "back": {"1": _("Rosette"), "2": _("Fans"), "3": _("Lattice")},
    "suits": {"two": _("Two colours"), "four": _("Four colours")},
    "index": {"fit": _("Large on small cards"), "large": _("Always large")},
    "hand": {"right": _("Right"), "left": _("Left")},
    "tap": {
        "smart": _("To its foundation; twice, to a column"),
        "best": _("To the best place"),
        "double": _("Twice, to the best place"),
        "drag": _("Nothing: cards are dragged"),
    },
    "motion": {"system": _("As the device"), "less": _("Less")},
    "language": {"browser": _("As the browser"), **dict(settings.LANGUAGES)},
}
"""What may be chosen, by the name of the preference; the first is what holds until somebody chooses."""


@dataclass(frozen=True)
class Preferences:
    """One player's likes; those that `CHOICES` knows are one of its keys."""

    theme: str = "system"
    felt: str = "teal"
    back: str = "1"
    suits: str = "two"
    index: str = "fit"
    hand: str = "right"
    tap: str = "smart"
    motion: str = "system"
    language: str = "browser"
    rules: bool = True
    """Say why a card went back."""
    sounds: bool = False
    score: bool = True
    clock: bool = True
    toured: bool = False
    """Has been shown around the table, or did not want to be."""

    def kept(self) -> dict[str, Any]:
        """What has to be kept: whatever is not as it is for everybody."""
        plain = asdict(Preferences())
        return {name: value for name, value in asdict(self).items() if value != plain[name]}


PLAIN = Preferences()
"""What holds for somebody who has chosen nothing."""


def preferences_of(user: object) -> Preferences:
    """The likes of whoever uses the site; a value that is none any more counts as not chosen."""
    kept = getattr(user, "preferences", None) or {}
    return Preferences(**{field.name: kept[field.name] for field in fields(Preferences) if _is_good(field.name, kept)})


def _is_good(name: str, kept: Mapping[str, Any]) -> bool:
    if name not in kept:
        return False
    choices = CHOICES.get(name)
    return kept[name] in choices if choices else type(kept[name]) is type(getattr(PLAIN, name))
