"""Websocket frames the short way, for consumers that ask for it.

Autobahn takes every frame apart for any role, size, fragment and extension there is, Daphne carries it through a queue,
and Twisted asks the event loop when it may write: together more than all the rest of a move. Nearly all messages here
are one small text frame that arrives whole, and nearly all answers fit into the kernel's buffer. Those take a short way
once the consumer has asked for it; whatever is any different, and everything of other consumers, goes as it always did.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor
from twisted.internet.tcp import Server as TcpConnection

EXTENSION = "solitaire.short-way"
"""Where a consumer finds its `QuickWebSocket`, among the extensions of its ASGI scope."""

TEXT = 0x81
"""The first byte of a whole text message in one frame."""
MASKED = 0x80
SHORT = 125
"""So many bytes at most have their number in the frame's second byte."""
HEADER = 6
"""Bytes before the payload of a short frame from a browser: two, and a mask of four."""
LONGER, LONGEST = 126, 2**16 - 1
"""The second byte of a frame whose number of bytes is in the next two, and the most those can say."""

Message = dict[str, Any]


class Inbox:
    """What Daphne's queue is to an application, for one reader and without end, in a third of the time.

    A message that comes while the reader waits for one is shown to `take` first, which may say that it has taken it:
    waking a task costs as much as judging a move. While the inbox is held, it keeps what comes to itself.
    """

    def __init__(self, take: Callable[[Message], bool]) -> None:
        self._messages: deque[Message] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._take = take
        self._held = False

    def put_nowait(self, message: Message) -> None:
        """Add a message."""
        if not (self._is_next() and self._take(message)):
            self._messages.append(message)
            self._wake()

    def _is_next(self) -> bool:
        """Whether the reader would be given now what comes now."""
        return not (self._held or self._messages or self._reader is None or self._reader.done())

    def hold(self) -> None:
        """Give nothing to the reader until `release`: a message that was taken has not been answered yet."""
        self._held = True

    def release(self) -> None:
        """Give the reader what has come meanwhile."""
        self._held = False
        if self._messages:
            self._wake()

    def _wake(self) -> None:
        if self._reader is not None and not self._held:
            if not self._reader.done():  # it may have been cancelled
                self._reader.set_result(None)
            self._reader = None

    async def get(self) -> Message:
        """Take the message that has waited longest; wait for one."""
        while self._held or not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.popleft()


class QuickWebSocket(WebSocketProtocol):
    """Daphne's websocket, with a short way for plain text to and from a consumer that asks for it."""

    application_queue: Any
    _short = False

    def shorten(self, take: Callable[[Message], bool]) -> Inbox:
        """Use the short way from now on; returns what is to be read instead of the application's `receive`."""
        inbox = Inbox(take)
        while not self.application_queue.empty():
            inbox.put_nowait(self.application_queue.get_nowait())
        self.application_queue = inbox
        self._short = True
        read_directly(self.transport)
        return inbox

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 -- Twisted's name
        """Take what has come from the network."""
        text = plain_text(data) if self._short and self._is_between_messages() else None
        if text is None:
            super().dataReceived(data)
        elif not self.muted:  # what follows is Daphne's `onMessage`
            self.last_ping = time.time()
            self.application_queue.put_nowait({"type": "websocket.receive", "text": text})

    def _is_between_messages(self) -> bool:
        return (
            self.state == self.STATE_OPEN
            and self.current_frame is None
            and not self.inside_message
            and not self.data
            and self.autoPingTimeoutCall is None  # else autobahn has to hear of any sign of life
        )

    def send_text(self, text: str) -> None:
        """Send a text message; none to a socket that is closing or closed."""
        if self.state == self.STATE_OPEN:
            payload = text.encode()
            if len(payload) > min(LONGEST, self.maxMessagePayloadSize):
                self.sendMessage(payload)
            else:
                write_at_once(self.transport, text_frame(payload))


def plain_text(data: bytes) -> str | None:
    """The text of the message that `data` is, where it is a short one in one frame and nothing else."""
    size = len(data) - HEADER
    if not 0 < size <= SHORT or data[0] != TEXT or data[1] != MASKED | size:
        return None
    mask = (data[2:HEADER] * (size // 4 + 1))[:size]
    payload = (int.from_bytes(data[HEADER:], "big") ^ int.from_bytes(mask, "big")).to_bytes(size, "big")
    try:
        return payload.decode()
    except UnicodeDecodeError:
        return None  # autobahn closes such a socket with the code there is for it


def text_frame(payload: bytes) -> bytes:
    """A text message in one frame, as servers send it: without a mask. At most `LONGEST` bytes."""
    size = len(payload)
    if size <= SHORT:
        return bytes((TEXT, size)) + payload
    return bytes((TEXT, LONGER, size >> 8, size & 0xFF)) + payload


def read_directly(transport: Any) -> None:
    """Have the event loop read from a connection without Twisted's log context around it, which costs as much again.

    Until Twisted stops reading, for good or while the other side does not read: then it begins again in its own way.
    """
    twisted: Any = reactor
    if type(transport) is TcpConnection and (fd := twisted._readers.get(transport)) is not None:
        twisted._asyncioEventloop.add_reader(fd, twisted._readOrWrite, transport, True)


def write_at_once(transport: Any, data: bytes) -> None:
    """Hand `data` to the kernel now where nothing waits before it; Twisted writes what the kernel does not take.

    Twisted by itself has the event loop say that the socket may be written to: four system calls instead of one.
    """
    # Exactly this class: under TLS the transport is another one, which shows the attributes of the connection below.
    if type(transport) is TcpConnection and not (transport.TLS or transport.dataBuffer or transport._tempDataLen):
        sent = transport.writeSomeData(data)
        if isinstance(sent, int):
            data = data[sent:]
    if data:
        transport.write(data)
