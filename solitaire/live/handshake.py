"""What a websocket's handshake says: where it comes from, whose cookies it brings, which language it reads."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from solitaire.limits import network

Scope = dict[str, Any]
LOCAL_HOSTS = [".localhost", "127.0.0.1", "[::1]"]


def header(scope: Scope, name: bytes) -> str:
    """The first header of that name (lower case), "" where there is none."""
    return next((value.decode("latin1") for key, value in scope["headers"] if key == name), "")


def comes_from_our_pages(scope: Scope) -> bool:
    """Whether the browser says that one of our own pages opens the socket.

    A missing Origin does not: every browser sends one, and programs have the JSON API.
    """
    origin = header(scope, b"origin")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    allowed = ("https",) if settings.HTTPS else ("http", "https")
    host = header(scope, b"host").lower()
    return parts.scheme in allowed and bool(host) and parts.netloc == host and _is_ours(host)


def _is_ours(host: str) -> bool:
    """Whether Django would answer under this host name."""
    domain, _port = split_domain_port(host)
    return validate_host(domain, settings.ALLOWED_HOSTS or (LOCAL_HOSTS if settings.DEBUG else []))


def cookies(scope: Scope) -> dict[str, str]:
    """The cookies the browser sends along."""
    return parse_cookie(header(scope, b"cookie"))


def language(scope: Scope) -> str:
    """The language that was chosen, else the first of the browser's that we speak, else the site's."""
    chosen = cookies(scope).get(settings.LANGUAGE_COOKIE_NAME, "")
    for code in (chosen, *(code for code, _quality in parse_accept_lang_header(header(scope, b"accept-language")))):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def neighbourhood(scope: Scope) -> str:
    """Who is behind the client's address, as far as limits go."""
    client = scope.get("client")
    return network(client[0]) if client else ""
