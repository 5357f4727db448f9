"""Somebody else at the same server: how long each of their pings waits for its answer.

`python -m tests.bench.bystander PORT GAME COOKIE` pings, a little after each answer, until its standard input is
closed. It prints a line as soon as it was answered, and in the end one for each ping: when it was sent on the machine's
monotonic clock, and how long it took. A process of its own, since whoever reads what thousands are sent has no time to
look at the clock.
"""

import asyncio
import contextlib
import os
import sys
import time

from tests.bench.websocket import open_socket

PAUSE_S = 0.005
"""As often as a player may ask something in the long run: more often, and the site closes the socket."""
PING = b'{"t":"ping","v":1}'


async def ping(port: int, game: str, cookie: str) -> list[tuple[float, float]]:
    """Ping until nobody wants to know any more."""
    socket = await open_socket(port, f"/ws/game/{game}", {"Cookie": cookie}, "127.250.0.1")
    answered = asyncio.Event()
    socket.on_text = lambda _: answered.set()
    loop = asyncio.get_running_loop()
    enough = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), enough.set)
    pings = []
    while not enough.is_set():
        answered.clear()
        sent = time.monotonic()
        socket.send(PING)
        await asyncio.wait_for(answered.wait(), 20)
        pings.append((sent, time.monotonic() - sent))
        if len(pings) == 1:
            print("here", flush=True)
        await asyncio.sleep(PAUSE_S)
    return pings


if __name__ == "__main__":
    with contextlib.suppress(PermissionError):
        os.nice(-10)  # the load is on the same core, and is not what is measured
    for sent, taken in asyncio.run(ping(int(sys.argv[1]), sys.argv[2], sys.argv[3])):
        print(f"{sent:.6f} {taken:.6f}")
