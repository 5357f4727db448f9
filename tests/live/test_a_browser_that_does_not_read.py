"""Whoever asks and does not read costs the server no memory, disturbs nobody, and is closed."""

import base64
import json
import os
import socket as sockets
import time
from pathlib import Path

from tests.live.browsers import Browser
from tests.server import Site

MESSAGES = 600
"""Moves in the game, so that all its events at once are some 100 KB."""


def resident_kb(site: Site) -> int:
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def deaf_socket(browser: Browser, game: str) -> sockets.socket:
    """A socket to a game whose owner reads no more than the handshake."""
    deaf = sockets.socket()
    deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", browser.site.port))
    lines = [
        f"GET /ws/game/{game} HTTP/1.1",
        f"Host: 127.0.0.1:{browser.site.port}",
        f"Origin: {browser.site.url}",
        f"Cookie: {browser.cookie_header}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
    ]
    deaf.sendall("\r\n".join([*lines, "", ""]).encode())
    assert b" 101 " in deaf.recv(4096)
    return deaf


def frame(message: dict) -> bytes:
    text = json.dumps(message).encode()
    return bytes([0x81, 0x80 | len(text)]) + b"\0\0\0\0" + text


def test_it_is_sent_no_more_than_fits_and_then_closed(quick_site: Site):
    ana, ben = Browser(quick_site), Browser(quick_site)
    game = ana.deal()
    with ana.socket(game) as player:
        player.hello()
        for after in range(1, MESSAGES + 1):
            player.say(t="move", id=f"command-{after}", after=after, move="h")
            if after > 300:
                time.sleep(0.004)  # within what a player may send
        for _ in range(MESSAGES):
            last = player.hear("done")
            player.hear("hints")
        before = resident_kb(quick_site)
        ben.deal()
        deaf = deaf_socket(ben, game)
        deaf.sendall(frame({"t": "hello", "after": 1}) * 350)
        for _ in range(30):
            player.say(t="ping", v=last["v"])
            player.hear("pong")
            time.sleep(0.02)
        assert resident_kb(quick_site) - before < 16_000
        deadline = time.monotonic() + 10
        while not is_gone(deaf) and time.monotonic() < deadline:
            player.say(t="ping", v=last["v"])
            player.hear("pong")
            time.sleep(0.2)
        assert is_gone(deaf)
    deaf.close()


def is_gone(deaf: sockets.socket) -> bool:
    """Whether the server has let go of the connection: what is sent comes back as an error."""
    try:
        deaf.send(b"\x89\x80\0\0\0\0")
        error = deaf.getsockopt(sockets.SOL_SOCKET, sockets.SO_ERROR)
    except OSError:
        return True
    return error != 0
