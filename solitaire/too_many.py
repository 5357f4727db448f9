"""The page for somebody who does something too often."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from solitaire.limits import TooMany


class TooManyPage:
    """Middleware: where a page raises `TooMany`, the answer is status 429, `Retry-After`, and when to try again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as the rest of the site does."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The 429 page; None, which means "not mine", for every other exception."""
        if not isinstance(exception, TooMany):
            return None
        answer = render(request, "429.html", {"seconds": exception.wait}, status=429)
        answer["Retry-After"] = str(exception.wait)
        return answer
