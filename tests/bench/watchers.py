"""When the last of 5,000 watchers of one game has seen a move, beside stock `group_send` over Redis.

All watch in one process. Their sockets are read by one loop that does nothing else, so that the server is what is
measured; the stock consumers are sent as many bytes. Meanwhile somebody else at the same process pings, and must not
wait for all that.
"""

import asyncio
import importlib.util
import os
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests import redis_server
from tests.bench.bystander import PING
from tests.bench.cores import address, be_the_client
from tests.bench.figure import Figure
from tests.bench.in_django import django_ready
from tests.bench.moves import HELLO, open_sockets
from tests.bench.seats import Seat, command, new_sqlite, seat_players, site_on
from tests.bench.websocket import Socket
from tests.bench.yardstick import served
from tests.server import ROOT

WATCHERS = 5000
GOAL = 10
"""The last watcher sees a move so many times sooner."""
OTHERS_WAIT_S = 0.020
"""Nobody else waits longer."""
MOVES, BESIDE = 12, 6
"""So many are watched, and so many messages sent to the group."""
BETWEEN_S = 0.5
TOGETHER = 200
PING_EVERY_S = 8
"""Sockets that say nothing for long are closed, and it takes a while to open so many."""


class Watched(NamedTuple):
    """How long each move took to the last watcher, and the longest that anybody else waited during each."""

    times: list[float]
    waits: list[float]
    size: int
    """Bytes of what a watcher was sent."""


def figures() -> Iterator[Figure]:
    """The stock group's time over ours, and what others may wait over what they have waited."""
    django_ready()
    be_the_client()
    with new_sqlite() as database, site_on(database) as site:
        seats = [own[0] for own in seat_players(database, site.environment["SECRET_KEY"], 2, 1)]
        ours = asyncio.run(watch_a_game(site.port, *seats))
    longest = max(ours.waits)
    note = f"{ms(longest)} at the most while {WATCHERS:,} were sent a move, {ms(statistics.median(ours.waits))} a move"
    others = Figure("watchers: others wait 20 ms at most", OTHERS_WAIT_S / longest, 1, note)
    name = f"watchers: the last of {WATCHERS:,}"
    note = f"median {ms(statistics.median(ours.times))}, {ours.size} bytes each"
    if (missing := what_is_missing()) is None:
        stock = stock_times(ours.size)
        value = statistics.median(stock) / statistics.median(ours.times)
        yield Figure(name, value, GOAL, f"{note}; group_send {ms(statistics.median(stock))}")
    else:
        yield Figure(name, 0, GOAL, f"{note}; {missing}", counts=False)
    yield others


def what_is_missing() -> str | None:
    """Why there is nothing to compare with, or None."""
    if redis_server.REDIS is None:
        return "no redis-server (Debian's package of that name)"
    if importlib.util.find_spec("channels_redis") is None:
        return "no channels-redis: make test, or pip install --editable .[dev]"
    return None


def ms(seconds: float) -> str:
    """A time in milliseconds."""
    return f"{seconds * 1000:.1f} ms"


async def watch_a_game(port: int, seat: Seat, other: Seat) -> Watched:
    """Let 5,000 watch one game, and its player make moves."""
    watchers = await open_watchers(port, f"/ws/game/{seat.game}", HELLO)
    wanted = [(f"/ws/game/{seat.game}", {"Cookie": seat.cookie}, address(0))]
    (player,) = await open_sockets(port, wanted, HELLO)
    bystander = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.bystander", str(port), other.game, other.cookie],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert bystander.stdout is not None
    bystander.stdout.readline()  # it is there
    for watcher in watchers:
        watcher.send(PING)  # the last one for a while
    await asyncio.sleep(2)
    fans = Fans(watchers)
    moves = iter(seat.recorded.moves)
    spans = []
    for number in range(MOVES):
        begun = time.monotonic()
        player.send(command(f"{number:08}", number + 1, next(moves)))
        spans.append((begun, fans.wait(b'"events"')))
        await asyncio.sleep(BETWEEN_S)  # the player hears their answer as well
    said, _ = bystander.communicate("")
    pings = [(float(sent), float(taken)) for sent, taken in map(str.split, said.splitlines())]
    waits = [max(taken for sent, taken in pings if sent < end and sent + taken > begun) for begun, end in spans]
    close_all([player, *watchers])
    return Watched([end - begun for begun, end in spans[1:]], waits[1:], fans.size)


def stock_times(size: int) -> list[float]:
    """How long it takes until the last of 5,000 stock consumers has sent what was said to their group."""
    with (
        tempfile.TemporaryDirectory() as folder,
        redis_server.running(Path(folder)) as redis,
        served("group", redis.url) as server,
    ):
        return asyncio.run(watch_a_group(server.port, size))


async def watch_a_group(port: int, size: int) -> list[float]:
    """Let 5,000 be in the group, and one of them speak."""
    watchers = await open_watchers(port, "/ws/group", None)
    fans = Fans(watchers)
    text = b"x" * size
    times = []
    for _ in range(BESIDE):
        begun = time.monotonic()
        watchers[0].send(text)
        times.append(fans.wait(b"xxx") - begun)
        await asyncio.sleep(BETWEEN_S)
    close_all(watchers)
    return times[1:]


# --- many sockets ---


async def open_watchers(port: int, path: str, hello: bytes | None) -> list[Socket]:
    """Open all sockets; where there is a `hello`, say it on each, and ping while the others come."""
    watchers: list[Socket] = []
    pinged = time.monotonic()
    while len(watchers) < WATCHERS:
        numbers = range(len(watchers), min(len(watchers) + TOGETHER, WATCHERS))
        watchers += await open_sockets(port, [(path, {}, address(20 + number)) for number in numbers], hello)
        if hello is not None and time.monotonic() - pinged > PING_EVERY_S:
            pinged = time.monotonic()
            for watcher in watchers:
                watcher.send(PING)
    return watchers


class Fans:
    """All who watch, read by a loop of their own instead of asyncio's."""

    def __init__(self, watchers: Sequence[Socket]) -> None:
        self.poll = select.epoll()
        self.files = []
        for watcher in watchers:
            if watcher.closed:
                raise AssertionError(f"a watcher's socket was closed: {watcher.closed}")
            watcher.transport.pause_reading()
            self.files.append(watcher.transport.get_extra_info("socket").fileno())
        for file in self.files:
            self.poll.register(file, select.EPOLLIN)
        self.size = 0

    def wait(self, wanted: bytes) -> float:
        """Read until everybody has been sent what is `wanted`; when the last one had, on the monotonic clock."""
        missing = set(self.files)
        while missing:
            ready = self.poll.poll(20, len(self.files))
            if not ready:
                raise TimeoutError(f"{len(missing)} watchers were sent nothing for 20 s")
            for file, _ in ready:
                data = os.read(file, 65536)
                if not data:
                    raise AssertionError("a watcher's socket was closed")
                if wanted in data:
                    missing.discard(file)
                    self.size = len(data)
        return time.monotonic()


def close_all(sockets: Sequence[Socket]) -> None:
    """Break all connections off."""
    for socket in sockets:
        socket.transport.abort()
