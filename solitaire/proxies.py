"""Who the client is where proxies stand before the site: what those that are trusted say, and nobody else."""

from collections.abc import Awaitable, Callable, Sequence
from ipaddress import ip_address
from typing import Any

from solitaire.environment import Network

Scope = dict[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


def behind(proxies: Sequence[Network], application: Application) -> Application:
    """The `application`, told the client's own address and scheme where one of `proxies` passes a request on."""
    if not proxies:
        return application

    async def told(scope: Scope, receive: Any, send: Any) -> None:
        await application(seen_through(proxies, scope), receive, send)

    return told


def seen_through(proxies: Sequence[Network], scope: Scope) -> Scope:
    """The scope with the client as the trusted proxies saw it; unchanged where none of them sent it.

    Each proxy adds the address it was called from at the end of X-Forwarded-For; whatever stands before the first one
    that is not trusted was written by just anybody.
    """
    client = scope.get("client")
    if not client or not _is_among(client[0], proxies):
        return scope
    address, port = client[0], client[1]
    told = _words(scope, b"x-forwarded-for")
    while told and _is_among(address, proxies):
        said = told.pop()
        if not _is_address(said):
            break
        address, port = said, 0
    seen = {**scope, "client": [address, port]}
    schemes = _words(scope, b"x-forwarded-proto")
    if schemes and schemes[-1] in ("http", "https"):
        secure = schemes[-1] == "https"
        seen["scheme"] = ("wss" if secure else "ws") if scope["type"] == "websocket" else schemes[-1]
    return seen


def _words(scope: Scope, name: bytes) -> list[str]:
    """The words of all headers of that name (lower case), in order."""
    lines = (value.decode("latin1") for key, value in scope["headers"] if key == name)
    return [word.strip() for line in lines for word in line.split(",") if word.strip()]


def _is_address(word: str) -> bool:
    try:
        ip_address(word)
    except ValueError:
        return False
    return True


def _is_among(address: str, networks: Sequence[Network]) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in networks)
