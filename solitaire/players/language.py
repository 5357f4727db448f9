"""Which language a page speaks: the one its address asks for, else the player's, else the browser's."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from solitaire.players.preferences import preferences_of

ASKED = "hl"
"""`?hl=lv` at any address is that page in Latvian, for links and search engines."""

FOR_PROGRAMS = "/api/"
"""Below this address the browser's cookie and languages decide: who asks there is not looked up for that alone."""

SPOKEN = [code for code, _name in settings.LANGUAGES]


def chosen_language(request: HttpRequest) -> str:
    """The language the address or the player has chosen; "" where the browser decides."""
    asked = request.GET.get(ASKED, "")
    return asked if asked in SPOKEN else players_language(request)


def players_language(request: HttpRequest) -> str:
    """The language the player has chosen; "" where the browser decides."""
    language = preferences_of(request.user).language
    return language if language in SPOKEN else ""


class ChosenLanguage:
    """Middleware: speaks the chosen language, and has the browser remember it for its sockets and for later."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the chosen language."""
        if request.path.startswith(FOR_PROGRAMS):
            return self.get_response(request)
        chosen = chosen_language(request)
        if chosen:
            translation.activate(chosen)
            request.LANGUAGE_CODE = chosen
        response = self.get_response(request)
        remembered = players_language(request) or chosen
        if remembered and request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != remembered:
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                remembered,
                max_age=settings.SESSION_COOKIE_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response
