"""`/healthz` and `/readyz`: for whoever sends players to a process, and for operators."""

import asyncio
import http.client
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import msgspec
import pytest

from solitaire.operations import health
from solitaire.operations.health import with_health
from solitaire.tally import writing
from tests.server import Site

Ask = Callable[..., Any]


@pytest.fixture
def ask(database, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Asks an application about its health; status and findings."""

    async def ask(path: str, method: str = "GET", application: Any = None) -> tuple[int, Any]:
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await (application or with_health(no_page))({"type": "http", "path": path, "method": method}, None, send)
        start, body = sent
        return start["status"], msgspec.json.decode(body["body"]) if body["body"] else None

    return ask


async def no_page(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError("a page was asked for")


def broken() -> None:
    raise ConnectionError("the database at 10.0.0.7 is away")


async def test_a_process_that_answers_lives(ask: Ask):
    assert await ask("/healthz") == (200, {"alive": True})
    assert await ask("/healthz", "HEAD") == (200, None)
    assert (await ask("/healthz", "POST"))[0] == 405


async def test_a_process_is_ready_while_its_parts_are(ask: Ask):
    found = {"ready": True, "database": "ok", "redis": "none", "writer": "ok", "staying": "ok"}
    assert await ask("/readyz") == (200, found)


async def test_without_a_database_it_is_not_and_tells_no_secrets(ask: Ask, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(health, "_ask_database", broken)
    status, found = await ask("/readyz")
    assert (status, found["ready"], found["database"]) == (503, False, "ConnectionError")


async def test_a_database_that_does_not_answer_is_waited_for_no_longer_than_that(ask: Ask, monkeypatch):
    monkeypatch.setattr(health, "_ask_database", lambda: time.sleep(0.5))
    monkeypatch.setattr(health, "PATIENCE_S", 0.1)
    status, found = await ask("/readyz")
    assert (status, found["database"]) == (503, "no answer within 0.1 s")


async def test_a_writer_that_gets_nowhere_is_not_ready(ask: Ask, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(writing, "since", time.monotonic() - 7)
    status, found = await ask("/readyz")
    assert (status, found["writer"]) == (503, "at one batch for 7 s")


async def test_a_process_that_is_about_to_stop_gets_nobody_new(ask: Ask, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(health.caretaker, "leaving", True)
    status, found = await ask("/readyz")
    assert (status, found["staying"]) == (503, "stopping")


async def test_redis_being_away_is_said_and_sends_nobody_away(ask: Ask, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(health.redis_server, "ping", broken)
    monkeypatch.setattr(health.redis_server, "configured", lambda: True)
    status, found = await ask("/readyz")
    assert (status, found["redis"]) == (200, "ConnectionError")


async def test_asking_often_asks_the_database_once(ask: Ask, monkeypatch: pytest.MonkeyPatch):
    asked: list[int] = []
    monkeypatch.setattr(health, "_ask_database", lambda: asked.append(1))
    application = with_health(no_page)
    await asyncio.gather(*(ask("/readyz", application=application) for _ in range(20)))
    await ask("/readyz", application=application)
    assert len(asked) == 1


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_balancers_ask_by_address_and_get_no_cookie(site: Site, path: str):
    with closing(http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)) as connection:
        connection.request("GET", path, headers={"Host": "10.0.0.7:8000"})
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("Set-Cookie")) == (200, None)
        assert answer.getheader("Cache-Control") == "no-store"
