"""The Redis that the processes of a site share, where there is one (`REDIS_URL`).

Nothing in it is the truth: it may be away, restarted or emptied at any moment, and no move, page or race may fail or
wait for that. So it is asked briefly, and after a failure left alone for a while.
"""

import time
from functools import cache
from threading import Lock

import redis
from django.conf import settings

PREFIX = "samedeal:"
"""Every key and channel begins so."""
PATIENCE_S = 0.5
"""It may take so long to answer whoever waits for it."""
LEFT_ALONE_S = 2
"""After a failure nobody asks again for so long."""

Failure = redis.RedisError
"""What a call raises that came to nothing."""


def configured() -> bool:
    """Whether the site has one."""
    return bool(settings.REDIS_URL)


def connect(patience: float | None = PATIENCE_S) -> redis.Redis:
    """A client of its own, with connections of its own; no waiting ends where `patience` is None."""
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=patience, socket_connect_timeout=PATIENCE_S, socket_keepalive=True
    )


@cache
def shared() -> redis.Redis:
    """The client that this process's threads share."""
    return connect()


def ping() -> None:
    """Raise a `Failure` where it does not answer."""
    if configured():
        shared().ping()


def channel(name: str) -> str:
    """The name of a channel: those of other databases of the same server are other sites'."""
    number = shared().connection_pool.connection_kwargs.get("db") or 0
    return f"{PREFIX}{number}:{name}"


class Fuse:
    """Remembers a failure for `LEFT_ALONE_S`, so that an outage costs one wait and not one a request."""

    def __init__(self) -> None:
        self._until = 0.0
        self._lock = Lock()

    @property
    def whole(self) -> bool:
        """Whether it may be asked."""
        return time.monotonic() >= self._until

    def blow(self) -> bool:
        """It has failed; True for the first who says so of an outage."""
        with self._lock:
            now = time.monotonic()
            first = now - self._until > LEFT_ALONE_S
            self._until = now + LEFT_ALONE_S
        return first
