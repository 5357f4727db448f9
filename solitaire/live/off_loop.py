"""Slow work for the event loop: the ORM on a few threads of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")

THREADS = 4
"""At a time so many sockets wait for the database; a slow query holds up these, and no move."""

_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="live")


async def off_loop(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call `work` on one of the threads, with a database connection that works where it needs one."""
    # Not thread-sensitive: Django's one sensitive thread is shared with every page, and one slow query there stops all.
    call = partial(_connected, work)
    result: R = await database_sync_to_async(call, thread_sensitive=False, executor=_pool)(*args, **kwargs)
    return result


def _connected(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call `work`; an embedded database stays open, for opening it costs more than most queries.

    These few threads live as long as the process. Connections to PostgreSQL go back to the pool.
    """
    try:
        return work(*args, **kwargs)
    finally:
        if connection.vendor == "sqlite":
            connection.close_at = None
