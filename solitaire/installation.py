"""What a browser needs to install the site like an app, and the page it shows where there is no connection."""

import hashlib

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from solitaire.players.language import ASKED
from solitaire.players.looks import FELTS

KEPT = (
    "styles/tokens.css",
    "styles/base.css",
    "styles/components.css",
    "cards/cards.svg",
    "icons/icons.svg",
    "icons/favicon.svg",
)
"""What the page without a connection is made of."""


@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """The site as an app: its name, where it begins, its icons."""
    colour = FELTS["teal"]
    icons = [("icon-192", "192x192", "any"), ("icon-512", "512x512", "any"), ("icon-full-512", "512x512", "maskable")]
    answer = {
        "id": "/",
        "name": "Samedeal",
        "short_name": "Samedeal",
        "description": _(
            "Play Klondike on a deal with a code, race others on the very same cards, "
            "and watch any game again move by move."
        ),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": colour,
        "theme_color": colour,
        "categories": ["games", "cards"],
        "icons": [
            {"src": static(f"icons/{name}.png"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in icons
        ],
    }
    return JsonResponse(answer, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown instead of a page that cannot be fetched: kept by the browser, so it speaks of nobody."""
    return render(request, "offline.html")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, which does nothing but show `offline`; it changes when what it keeps does."""
    kept = [f"{reverse('offline')}?{ASKED}={get_language()}", *map(static, KEPT)]
    version = hashlib.sha256("\n".join(kept).encode()).hexdigest()[:12]
    answer = render(request, "worker.js", {"kept": kept, "version": version}, content_type="text/javascript")
    answer["Cache-Control"] = "no-cache"
    return answer
