"""Static files are answered before Django's handler, and nobody can tell."""

from collections.abc import Awaitable, Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from channels.testing import HttpCommunicator
from django.test import override_settings

from solitaire.static_files import with_static_files
from solitaire.tally import tally
from tests.server import Site

Application = Callable[[Any, Any, Any], Awaitable[None]]


async def django(scope: Any, receive: Any, send: Any) -> None:
    """Stands where Django's handler does, and says what it was asked for."""
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": scope["path"].encode()})


@pytest.fixture
def collected(static_root: Path) -> Iterator[None]:
    """The settings outside of development, on collected files."""
    storages = {"staticfiles": {"BACKEND": "solitaire.static_storage.HashedStorage"}}
    with override_settings(WHITENOISE_USE_FINDERS=False, STATIC_ROOT=static_root, STORAGES=storages):
        yield


@pytest.fixture
def path(static_root: Path) -> str:
    """The address of a style sheet, with the hash of what is in it."""
    (found,) = static_root.glob("styles/tokens.????????????.css")
    return f"/static/styles/{found.name}"


def asked(site: Site, method: str, path: str, headers: dict[str, str]) -> tuple[int, list[tuple[str, str]], bytes]:
    connection = HTTPConnection("127.0.0.1", site.port, timeout=30)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, sorted(line for line in answer.getheaders() if line[0].lower() != "date"), body


async def answered(application: Application, path: str) -> dict[str, Any]:
    headers = [(b"host", b"testserver")]
    return await HttpCommunicator(application, "GET", path, headers=headers).get_response(timeout=30)


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {}, 200),
        ("GET", {"Accept-Encoding": "gzip, br"}, 200),
        ("GET", {"Range": "bytes=10-19"}, 206),
        ("GET", {"Range": "bytes=90000000-"}, 416),
        ("GET", {"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}, 304),
        ("HEAD", {"Accept-Encoding": "gzip"}, 200),
        ("POST", {}, 405),
    ],
)
def test_the_answer_is_the_one_that_django_gives(
    site: Site, path: str, method: str, headers: dict[str, str], status: int
):
    short, long = (asked(site, method, address, headers) for address in (path, f"{path}?on=the-long-way"))
    assert short[0] == status
    assert short == long


async def test_what_is_answered_is_counted_as_a_page(collected, path: str):
    counted = lambda: sum(spread.upto()[-1][1] for spread in tally.pages.values())  # noqa: E731
    short, before = with_static_files(django), counted()
    assert (await answered(short, path))["status"] == 200
    assert counted() == before + 1


async def test_where_pages_are_encrypted_so_are_files(collected, path: str):
    with override_settings(SECURE_SSL_REDIRECT=True):
        answer = await answered(with_static_files(django), path)
    assert (answer["status"], dict(answer["headers"])[b"Location"]) == (301, f"https://testserver{path}".encode())


@pytest.mark.parametrize("other", ["/", "/static/", "/static/no.css", "/static/../manage.py"])
async def test_whatever_else_is_asked_for_goes_on(collected, other: str):
    answer = await answered(with_static_files(django), other)
    assert (answer["status"], answer["body"]) == (418, other.encode())


async def test_in_development_everything_goes_on(path: str):
    assert (await answered(with_static_files(django), path))["status"] == 418
