"""Notices a socket whose other side does not read.

ASGI's `send` returns at once whatever happens to the bytes, so a browser that stops reading would grow this process
without end. Daphne's `send` is bound to its Twisted protocol, and Twisted tells a transport's producer when its
buffer is full (64 KiB) and when it has drained.
"""

from functools import partial
from typing import Any, Protocol

from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer  # type: ignore[import-untyped]


class Writer(Protocol):
    """Whoever writes to a socket."""

    def filled(self) -> None:
        """The other side is behind with reading."""

    def drained(self) -> None:
        """Everything written has been read, or nobody is there to read it any more."""


def watch_writing(send: Any, writer: Writer) -> None:
    """Tell `writer` when the other side is behind with reading and when no longer; never, under another server."""
    protocol = send.args[0] if isinstance(send, partial) and send.args else None
    transport = getattr(protocol, "transport", None)
    if transport is not None:
        transport.unregisterProducer()  # the HTTP channel that the socket grew out of
        transport.registerProducer(_Producer(transport, writer), True)


@implementer(IPushProducer)
class _Producer:
    """Twisted's view of a writer; while it is full, nothing is read from its socket either."""

    def __init__(self, transport: Any, writer: Writer) -> None:
        self._transport = transport
        self._writer = writer

    def pauseProducing(self) -> None:  # noqa: N802 -- Twisted's name
        self._writer.filled()
        self._transport.pauseProducing()

    def resumeProducing(self) -> None:  # noqa: N802
        self._transport.resumeProducing()
        self._writer.drained()

    def stopProducing(self) -> None:  # noqa: N802
        self._writer.drained()
