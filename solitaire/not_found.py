"""The page for an address where nothing is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Status 404 and the site's own page; `exception` is what Django hands to `handler404`."""
    return render(request, "404.html", status=404)
