"""A websocket consumer for quick conversations.

Channels' own consumer waits before every message until old database connections are closed on Django's one
thread-sensitive thread, and makes a task a message to wait on the socket and the channel layer at once. Each costs as
much as the rest of the way of a message, and the first lets one slow query hold up every socket. A socket that touches
no database itself and listens to no layer does without both: it receives, handles, and receives again.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, cast

from channels.consumer import AsyncConsumer
from django.conf import settings
from django.utils import translation

from solitaire.live import handshake, protocol
from solitaire.live.backpressure import watch_writing
from solitaire.live.caretaker import caretaker
from solitaire.live.complaint import Complaint
from solitaire.live.frames import EXTENSION, Inbox, QuickWebSocket
from solitaire.live.refusals import error_text
from solitaire.tally import tally

logger = logging.getLogger(__name__)

Frame = dict[str, Any]
Receive = Callable[[], Awaitable[Frame]]
Send = Callable[[Frame], Awaitable[None]]


class Conversation(AsyncConsumer):
    """One socket, from its handshake to its end; subclasses say who may come in and what is answered.

    Errors are messages: the handshake is always accepted first, since a refused one reaches a browser without a reason.
    """

    # Channels is relied on for `as_asgi` alone, which makes an instance a connection and calls it.

    player: str | None = None
    session_key: str | None = None
    full = False
    closing = False
    _short_way: QuickWebSocket | None = None
    _inbox: Inbox

    async def __call__(self, scope: Frame, receive: Receive, send: Send) -> None:
        """Converse until the socket is closed; what is refused gets an error message first."""
        self.scope, self.receive, self.base_send = scope, receive, send
        self.language = handshake.language(scope)
        self.neighbourhood = handshake.neighbourhood(scope)
        self.heard_at = time.monotonic()
        self._room = asyncio.Event()
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        watch_writing(send, self)
        self._short_way = scope.get("extensions", {}).get(EXTENSION)
        if self._short_way is not None:
            self._inbox = self._short_way.shorten(self._take)
            self.receive = self._inbox.get
        try:
            await self._converse()
        except Complaint as complaint:
            await self.dismiss(complaint)
            await self._wait_for_the_end()
        except Exception:
            logger.exception("a socket could not be served", extra=self.about)
            await self.complain(Complaint("unavailable"))
            await self.close(protocol.CLOSE_BROKEN)
            await self._wait_for_the_end()
        finally:
            self.left()
            logger.info("has gone", extra=self.about)

    @property
    def about(self) -> dict[str, object]:
        """What a log line about this socket is about."""
        return {"socket": type(self).__name__, "player": self.player}

    async def arrive(self) -> None:
        """Let somebody in, or raise a `Complaint` that closes."""
        raise NotImplementedError

    async def hear(self, text: str) -> None:
        """Answer one message; a `Complaint` is sent back."""
        raise NotImplementedError

    def hear_now(self, text: str) -> bool:
        """Begin to answer a message without the socket's task, where that can be done; it is called in no task.

        Where True is returned, either `say_now` or `answer_later` has to be called once, later. Where False is, nothing
        may have been done: `hear` is called with the same message.
        """
        return False

    def left(self) -> None:
        """Let go of whatever `arrive` took hold of, even where it failed half way."""
        caretaker.leave(self)

    def filled(self) -> None:
        """The other side does not read what it is sent: answer nothing more until it has."""
        self.full = True
        self._room.clear()

    def drained(self) -> None:
        """It has; subclasses send what they have held back."""
        self.full = False
        self._room.set()

    async def dismiss(self, complaint: Complaint) -> None:
        """Complain of what closes the socket, unless it is closing already."""
        if not self.closing:
            await self.complain(complaint)

    async def say(self, text: str) -> None:
        """Send one message."""
        if self._short_way is None:
            await self.base_send({"type": "websocket.send", "text": text})
        else:
            self._short_way.send_text(text)

    def say_now(self, texts: Iterable[str]) -> None:
        """Send the messages that are the answer to what `hear_now` has taken; whatever came since is heard then."""
        send = cast(QuickWebSocket, self._short_way).send_text  # there is one, or nothing is heard without the task
        for text in texts:
            send(text)
        self._inbox.release()

    def answer_later(self, answering: Coroutine[Any, Any, None]) -> None:
        """Answer what `hear_now` has taken by a task after all; whatever came since is heard when that has ended."""
        self._answering = asyncio.create_task(self._guard(answering))
        self._answering.add_done_callback(lambda _: self._inbox.release())

    async def complain(self, complaint: Complaint) -> None:
        """Send an error message, and close where its code says so."""
        tally.complaints[complaint.code] += 1
        closes = complaint.code in protocol.CLOSES
        self.closing = self.closing or closes
        with translation.override(self.language):
            text = error_text(complaint.code)
        if complaint.words:
            text %= complaint.words
        await self.say(protocol.say(protocol.Error(complaint.code, text, complaint.id)))
        if closes:
            await self.close(protocol.CLOSES[complaint.code])

    async def _converse(self) -> None:
        if not caretaker.enter(self, self.neighbourhood):
            raise Complaint("too-many")
        if not handshake.comes_from_our_pages(self.scope):
            raise Complaint("bad-origin")
        await self.arrive()
        logger.info("has come", extra=self.about)
        while True:
            frame = await self.receive()
            if self.full:
                await self._room.wait()
            if frame["type"] == "websocket.disconnect":
                return
            if self.closing:
                continue
            self.heard_at = time.monotonic()
            text = frame.get("text")
            if text is None:
                raise Complaint("not-json")
            if is_too_large(text):
                raise Complaint("too-large")
            await self._guard(self.hear(text))

    def _take(self, frame: Frame) -> bool:
        """Answer a frame at once, if it holds what can be answered so; the socket's task waits for one meanwhile."""
        text = frame.get("text")
        if text is None or self.full or self.closing or is_too_large(text) or not self.hear_now(text):
            return False
        self.heard_at = time.monotonic()
        self._inbox.hold()
        return True

    async def _guard(self, answering: Coroutine[Any, Any, None]) -> None:
        """Answer, and complain of what goes wrong."""
        try:
            await answering
        except Complaint as complaint:
            if complaint.code in protocol.CLOSES:
                raise
            await self.complain(complaint)
        except Exception:
            logger.exception("a message could not be answered", extra=self.about)
            await self.complain(Complaint("unavailable"))

    async def close(self, code: int) -> None:
        """Close with a code; whatever comes after that is not heard."""
        self.closing = True
        await self.base_send({"type": "websocket.close", "code": code})

    async def _wait_for_the_end(self) -> None:
        """Stay until the socket is gone: Daphne forgets an application that returns earlier, but not its socket."""
        while (await self.receive())["type"] != "websocket.disconnect":
            pass


def is_too_large(text: str) -> bool:
    """Whether a message is longer than one may be."""
    limit: int = settings.LIVE["message_bytes"]
    return len(text) > limit or (not text.isascii() and len(text.encode()) > limit)
