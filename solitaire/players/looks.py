"""What every page has to know about who looks at it."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from solitaire.players.language import ASKED
from solitaire.players.preferences import preferences_of

FELTS = {"teal": "#082423", "midnight": "#0b1530", "burgundy": "#270a13", "slate": "#161e24"}
"""The deepest colour of each table, for the parts of the screen that are the device's own (styles/tokens.css)."""


def looks(request: HttpRequest) -> dict[str, Any]:
    """For templates: the reader's `preferences`, and `languages`, each with the address of this page in it."""
    preferences = preferences_of(getattr(request, "user", None))
    return {
        "preferences": preferences,
        "felt_colour": FELTS[preferences.felt],
        "origin": request.build_absolute_uri("/")[:-1],
        "languages": [
            (code, name, request.build_absolute_uri(f"{request.path}?{ASKED}={code}"))
            for code, name in settings.LANGUAGES
        ],
        "address": request.build_absolute_uri(request.path),
    }
