"""Slow work for the event loop: the ORM on a few threads of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async

P = ParamSpec("P")
R = TypeVar("R")

THREADS = 4
"""At a time so many sockets wait for the database; a slow query holds up these, and no move."""

_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="live")


async def off_loop(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call `work` on one of the threads, with a fresh database connection where it needs one."""
    # Not thread-sensitive: Django's one sensitive thread is shared with every page, and one slow query there stops all.
    result: R = await database_sync_to_async(work, thread_sensitive=False, executor=_pool)(*args, **kwargs)
    return result
