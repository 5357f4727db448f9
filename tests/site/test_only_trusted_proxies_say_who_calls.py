"""A client's address counts for its limits: it is taken from whoever is trusted, and from nobody else."""

from ipaddress import ip_network
from typing import Any

import pytest

from solitaire.proxies import behind, seen_through

PROXIES = [ip_network("10.0.0.0/8"), ip_network("::1")]


def seen(client: str, *forwarded: str, proto: str = "", kind: str = "http") -> tuple[str, str]:
    """The address and scheme of a request that `client` makes, passing on those headers."""
    headers = [(b"x-forwarded-for", line.encode()) for line in forwarded]
    if proto:
        headers.append((b"x-forwarded-proto", proto.encode()))
    scheme = "http" if kind == "http" else "ws"
    scope = seen_through(PROXIES, {"type": kind, "scheme": scheme, "client": [client, 7], "headers": headers})
    return scope["client"][0], scope["scheme"]


def test_a_trusted_proxy_says_whom_it_speaks_for():
    assert seen("10.0.0.1", "203.0.113.9", proto="https") == ("203.0.113.9", "https")
    assert seen("::1", "2001:db8::9", proto="https", kind="websocket") == ("2001:db8::9", "wss")


def test_anybody_else_is_not_believed():
    assert seen("203.0.113.9", "198.51.100.1", proto="https") == ("203.0.113.9", "http")


def test_what_the_client_wrote_before_the_proxy_is_not_believed():
    assert seen("10.0.0.1", "198.51.100.1, 203.0.113.9")[0] == "203.0.113.9"
    assert seen("10.0.0.1", "198.51.100.1", "203.0.113.9")[0] == "203.0.113.9"


def test_a_chain_of_trusted_proxies_is_followed_to_the_first_that_is_not():
    assert seen("10.0.0.1", "198.51.100.1, 203.0.113.9, 10.1.1.1, 10.2.2.2")[0] == "203.0.113.9"


@pytest.mark.parametrize("nonsense", ["unknown", "", ",", "<script>", "203.0.113.9:80"])
def test_what_is_no_address_is_not_taken_for_one(nonsense: str):
    assert seen("10.0.0.1", nonsense)[0] == "10.0.0.1"
    assert seen("10.0.0.1", "203.0.113.9, " + nonsense)[0] in ("10.0.0.1", "203.0.113.9")


def test_a_scheme_is_one_of_two():
    assert seen("10.0.0.1", "203.0.113.9", proto="gopher")[1] == "http"
    assert seen("10.0.0.1", "203.0.113.9", proto="https, http")[1] == "http"


def test_a_request_from_nowhere_is_left_as_it_is():
    assert seen_through(PROXIES, {"type": "http", "client": None, "headers": []})["client"] is None


async def test_without_proxies_nothing_stands_between():
    async def application(scope: Any, receive: Any, send: Any) -> None:
        scopes.append(scope)

    scopes: list[Any] = []
    assert behind([], application) is application
    scope = {"type": "http", "client": ["10.0.0.1", 7], "headers": [(b"x-forwarded-for", b"203.0.113.9")]}
    await behind(PROXIES, application)(scope, None, None)
    assert scopes[0]["client"] == ["203.0.113.9", 0]
