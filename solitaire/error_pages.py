"""The pages for what a view could not do: nothing there, too often, the database away."""

from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from solitaire.limits import TooMany
from solitaire.log.writer import Unavailable

AWAY_SECONDS = 5
"""When to try again while the database is away."""


class ErrorPages:
    """Middleware: answers what a view raises with the site's own page for it, in development too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as the rest of the site does."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page for `exception`; None, which means "not mine", for any other."""
        match exception:
            case Http404():
                return render(request, "404.html", status=404)
            case TooMany():
                answer = render(request, "429.html", {"seconds": exception.wait}, status=429)
                return _later(answer, exception.wait)
            case Unavailable() | OperationalError() | InterfaceError():
                # Without the request: whose it is would have to be asked of the database.
                return _later(HttpResponse(render_to_string("503.html"), status=503), AWAY_SECONDS)
            case _:
                return None


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Status 400 and the site's own page.

    Django's own looks for a token in the form first: where it is the form that cannot be read, that fails once more.
    """
    return HttpResponse(render_to_string("400.html"), status=400)


def _later(answer: HttpResponse, seconds: int) -> HttpResponse:
    answer["Retry-After"] = str(seconds)
    return answer
