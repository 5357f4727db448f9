"""How many pages one network may ask for: far more than people do, and less than a program can."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from solitaire.limits import Limits, TooMany, network

limits = Limits("SITE")

ELSEWHERE = "/api/"
"""What begins so has a limit of its own, answered in JSON."""


class PageLimit:
    """Middleware, behind what serves static files, before whatever asks the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as the rest of the site does, or say when to come back."""
        if not request.path.startswith(ELSEWHERE):
            try:
                limits.spend("pages", network(request.META.get("REMOTE_ADDR") or ""))
            except TooMany as error:
                # Without the request: whose it is would have to be asked of the database.
                answer = HttpResponse(render_to_string("429.html", {"seconds": error.wait}), status=429)
                answer["Retry-After"] = str(error.wait)
                return answer
        return self._get_response(request)
