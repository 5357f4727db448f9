"""A websocket client that costs next to nothing, so that the server is what is measured."""

import asyncio
import base64
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


class Socket(asyncio.Protocol):
    """One open websocket; `on_text` is called with the bytes of every text message."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.buffer = bytearray()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: str | None = None
        self.on_text: Callable[[bytes], None] = lambda text: None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = transport
        self.transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        """Remember that and why it ended."""
        self.closed = self.closed or f"connection lost: {error}"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(self.closed))

    def data_received(self, data: bytes) -> None:
        """Take whole frames off what has come."""
        self.buffer += data
        if not self.opened.done():
            head, found, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode()))
                self.transport.close()
                return
            self.buffer = bytearray(rest)
            self.opened.set_result(None)
        while (frame := self.next_frame()) is not None:
            self.take(*frame)

    def next_frame(self) -> tuple[int, bytes] | None:
        """The first byte and the payload of the next whole frame, or None while it has not all come."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1], 2
        if length == 126:
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return None
        payload = bytes(buffer[start : start + length])
        first = buffer[0]
        del buffer[: start + length]
        return first, payload

    def take(self, first: int, payload: bytes) -> None:
        """Hand a text on; answer what the protocol wants answered."""
        if first == TEXT:
            self.on_text(payload)
        elif first == PING:
            self.write(PONG, payload)
        elif first == CLOSE:
            self.closed = f"closed by the server: {int.from_bytes(payload[:2], 'big')}"
            self.transport.close()

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self.write(TEXT, text)

    def write(self, first: int, payload: bytes) -> None:
        """Send a frame under a mask of zeroes, which leaves the payload as it is."""
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([first]) + length + b"\0\0\0\0" + payload)


async def open_socket(port: int, path: str, headers: dict[str, str], source: str = "127.0.0.1") -> Socket:
    """Connect from the loopback address `source` and wait for the upgrade.

    Raises `ConnectionError` with the server's answer where it refuses.
    """
    key = base64.b64encode(os.urandom(16)).decode()
    fields = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
        "Origin": f"http://127.0.0.1:{port}",
        **headers,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    request = "\r\n".join(lines).encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(request), "127.0.0.1", port, local_addr=(source, 0))
    await asyncio.wait_for(socket.opened, 20)
    return socket
