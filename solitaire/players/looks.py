"""What every page has to know about who looks at it."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from solitaire.players.language import ASKED
from solitaire.players.preferences import preferences_of


def looks(request: HttpRequest) -> dict[str, Any]:
    """For templates: the reader's `preferences`, and `languages`, each with the address of this page in it."""
    return {
        "preferences": preferences_of(getattr(request, "user", None)),
        "languages": [
            (code, name, request.build_absolute_uri(f"{request.path}?{ASKED}={code}"))
            for code, name in settings.LANGUAGES
        ],
        "address": request.build_absolute_uri(request.path),
    }
