"""A browser that asks and does not read."""

import base64
import json
import os
import socket as sockets

from tests.live.browsers import Browser


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


def is_gone(deaf: sockets.socket) -> bool:
    """Whether the server has let go of the connection: what is sent comes back as an error."""
    try:
        deaf.send(b"\x89\x80\0\0\0\0")
        error = deaf.getsockopt(sockets.SOL_SOCKET, sockets.SO_ERROR)
    except OSError:
        return True
    return error != 0
