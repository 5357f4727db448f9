"""Whether this process lives (`/healthz`), and whether it can serve (`/readyz`), for balancers and operators.

Both are answered before Django, which would look at the host's name: balancers ask by address. `/healthz` is answered
by the event loop alone; `/readyz` asks the database, Redis and the log's writer, at most once a second however often
it is called, and says which of them is not well. Without Redis the site goes on, more slowly for who watches from
another process: that is said, but sends nobody away.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
from channels.db import database_sync_to_async
from django.db import connection

from solitaire import redis_server
from solitaire.live.caretaker import caretaker
from solitaire.tally import writing

logger = logging.getLogger(__name__)

FRESH_S = 1
"""For so long a finding is good."""
PATIENCE_S = 2
"""The database and Redis may take so long to answer."""
LAG_S = 5
"""A writer that has been at one batch for so long does not serve."""
NEEDED = ("database", "writer", "staying")

_pool = ThreadPoolExecutor(2, thread_name_prefix="health")

Scope = dict[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]
Findings = dict[str, str]
"""What was found of each part: "ok", or what is wrong with it."""


class Readiness:
    """What was found last; for one event loop."""

    def __init__(self) -> None:
        self._at = -float(FRESH_S)
        self._found: Findings = {}
        self._looking: asyncio.Task[Findings] | None = None

    async def findings(self) -> Findings:
        """How each part is, as of this second."""
        if time.monotonic() - self._at >= FRESH_S:
            if self._looking is None:
                self._looking = asyncio.create_task(self._look())
            return await asyncio.shield(self._looking)
        return self._found

    async def _look(self) -> Findings:
        try:
            database, redis = await asyncio.gather(_ask(_ask_database), _ask(redis_server.ping))
            self._found = {
                "database": database,
                "redis": redis if redis_server.configured() else "none",
                "writer": "ok" if writing.lag < LAG_S else f"at one batch for {writing.lag:.0f} s",
                "staying": "stopping" if caretaker.leaving else "ok",
            }
            self._at = time.monotonic()
            return self._found
        finally:
            self._looking = None


async def _ask(question: Callable[[], None]) -> str:
    """Ask on a thread of its own: a pool that everybody waits for would have no answer."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            await database_sync_to_async(question, thread_sensitive=False, executor=_pool)()
    except TimeoutError:
        return f"no answer within {PATIENCE_S} s"
    except Exception as error:
        logger.warning("not ready: %s", error)
        return type(error).__name__
    return "ok"


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def with_health(pages: Application) -> Application:
    """The application, with `/healthz` and `/readyz` before its pages."""
    readiness = Readiness()

    async def healthy(scope: Scope, receive: Any, send: Any) -> None:
        match scope["path"]:
            case "/healthz":
                await _answer(scope, send, 200, {"alive": True})
            case "/readyz":
                found = await readiness.findings()
                ready = all(found[part] == "ok" for part in NEEDED)
                await _answer(scope, send, 200 if ready else 503, {"ready": ready, **found})
            case _:
                await pages(scope, receive, send)

    return healthy


async def _answer(scope: Scope, send: Any, status: int, found: dict[str, Any]) -> None:
    allowed = scope["method"] in ("GET", "HEAD")
    body = msgspec.json.encode(found if allowed else {"code": "method", "text": "GET and HEAD are allowed."})
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    if not allowed:
        headers.append((b"allow", b"GET, HEAD"))
    await send({"type": "http.response.start", "status": status if allowed else 405, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
