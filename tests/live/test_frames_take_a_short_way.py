"""A plain text frame takes a short way in and out; whatever is different is read and written as it always was."""

import asyncio
import os

import pytest
from autobahn.websocket.protocol import WebSocketProtocol as Autobahn
from twisted.internet.tcp import Server as TcpConnection

from solitaire.live.frames import Inbox, plain_text, text_frame, write_at_once
from tests.live.browsers import Browser

PING = b'{"t":"ping","v":1}'


def frame(payload: bytes, first: int = 0x81, mask: bytes = b"\x11\x80\x00\xff") -> bytes:
    """A frame as browsers send it."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([first]) + length + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 59, 124, 125])
def test_a_short_text_is_unmasked(size):
    payload = bytes(32 + number % 90 for number in range(size))
    for mask in (bytes(4), b"\xff\x00\x01\x80", os.urandom(4)):
        assert plain_text(frame(payload, mask=mask)) == payload.decode()


def test_text_may_be_of_any_letters():
    assert plain_text(frame("♠ Ķīsis".encode())) == "♠ Ķīsis"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        frame(b""),
        frame(b"x" * 126),
        frame(PING)[:-1],
        frame(PING) + b"\x81",
        frame(PING) * 2,
        b"\x81" + bytes([len(PING)]) + PING + bytes(4),
        frame(PING, first=0x01),
        frame(PING, first=0x80),
        frame(PING, first=0x82),
        frame(PING, first=0x88),
        frame(PING, first=0x89),
        frame(PING, first=0xC1),
        frame(b"\xff\xfe"),
        frame("♠".encode()[:2]),
    ],
)
def test_whatever_is_different_is_left_to_autobahn(data):
    assert plain_text(data) is None


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 255, 256, 1500, 65535])
def test_a_frame_is_written_as_autobahn_writes_it(size):
    written = []
    autobahn = Autobahn()
    autobahn.factory = type("Factory", (), {"isServer": True})()
    autobahn.maskServerFrames = autobahn.logFrames = False
    autobahn.trafficStats = type("Stats", (), {"outgoingWebSocketFrames": 0})()
    autobahn.sendData = lambda raw, sync, chopsize: written.append(raw)
    payload = b"x" * size
    autobahn.sendFrame(opcode=1, payload=payload)
    assert written == [text_frame(payload)]


class Kernel:
    """A connection of Twisted's whose kernel takes so many bytes, or says what is wrong."""

    def __init__(self, takes):
        self.takes, self.sent, self.left = takes, b"", b""
        self.transport = TcpConnection.__new__(TcpConnection)
        self.transport._tempDataLen = 0
        self.transport.writeSomeData = self.send
        self.transport.write = self.leave

    def send(self, data):
        if isinstance(self.takes, Exception):
            return self.takes
        self.sent += data[: self.takes]
        return min(self.takes, len(data))

    def leave(self, data):
        self.left += data


@pytest.mark.parametrize(("takes", "sent", "left"), [(9, b"abcd", b""), (3, b"abc", b"d"), (0, b"", b"abcd")])
def test_what_the_kernel_does_not_take_is_left_to_twisted(takes, sent, left):
    kernel = Kernel(takes)
    write_at_once(kernel.transport, b"abcd")
    assert (kernel.sent, kernel.left) == (sent, left)


def test_a_lost_connection_is_left_to_twisted():
    kernel = Kernel(ConnectionError())
    write_at_once(kernel.transport, b"abcd")
    assert (kernel.sent, kernel.left) == (b"", b"abcd")


@pytest.mark.parametrize("waiting", [{"dataBuffer": b"x"}, {"_tempDataLen": 1}, {"TLS": True}])
def test_nothing_overtakes_what_waits_nor_goes_past_the_encryption(waiting):
    kernel = Kernel(9)
    vars(kernel.transport).update(waiting)
    write_at_once(kernel.transport, b"abcd")
    assert (kernel.sent, kernel.left) == (b"", b"abcd")


def test_what_shows_the_attributes_of_a_connection_is_none():
    class Encrypted:
        def __init__(self, kernel):
            self.kernel, self.encrypted = kernel, b""

        def __getattr__(self, name):
            return getattr(self.kernel.transport, name)

        def write(self, data):
            self.encrypted += data

    kernel = Kernel(9)
    encrypted = Encrypted(kernel)
    write_at_once(encrypted, b"abcd")
    assert (kernel.sent, kernel.left, encrypted.encrypted) == (b"", b"", b"abcd")


def leave(message: object) -> bool:
    """Take no message."""
    return False


async def test_an_inbox_keeps_the_order_and_waits_for_the_next():
    inbox = Inbox(leave)
    inbox.put_nowait({"n": 1})
    inbox.put_nowait({"n": 2})
    assert [await inbox.get(), await inbox.get()] == [{"n": 1}, {"n": 2}]
    reading = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait({"n": 3})
    inbox.put_nowait({"n": 4})
    assert await reading == {"n": 3}
    assert await inbox.get() == {"n": 4}


async def test_a_reader_that_was_cancelled_loses_no_message():
    inbox = Inbox(leave)
    reading = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    reading.cancel()
    inbox.put_nowait({"n": 1})
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert await inbox.get() == {"n": 1}


async def test_a_message_is_taken_at_once_only_where_the_reader_waits_for_it():
    taken = []

    def take(message):
        taken.append(message)
        return message["n"] != 3

    inbox = Inbox(take)
    inbox.put_nowait({"n": 1})  # nobody waits yet
    assert await inbox.get() == {"n": 1}
    reading = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait({"n": 2})
    inbox.put_nowait({"n": 3})
    inbox.put_nowait({"n": 4})  # another is before it
    assert await reading == {"n": 3}
    assert await inbox.get() == {"n": 4}
    assert taken == [{"n": 2}, {"n": 3}]


async def test_a_held_inbox_gives_nothing_to_anybody():
    taken = []
    inbox = Inbox(lambda message: not taken.append(message))
    reading = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    inbox.hold()
    inbox.put_nowait({"n": 1})
    await asyncio.sleep(0)
    assert (reading.done(), taken) == (False, [])
    inbox.release()
    assert await reading == {"n": 1}


def test_messages_are_answered_in_order_however_they_are_cut(ana: Browser):
    """Short ones, long ones, in one piece, in several, more than one at once, and fragments."""
    long = b'{"t":"ping","v":1%s}' % (b" " * 200)
    cut = frame(PING)
    packets = [
        frame(PING),
        frame(long),
        cut[:3],
        cut[3:9],
        cut[9:] + frame(PING) + frame(long)[:100],
        frame(long)[100:] + frame(PING[:4], first=0x01),
        frame(b"still there", first=0x89),
        frame(PING[4:], first=0x80),
        frame(PING),
    ]
    with ana.socket(ana.deal()) as socket:
        socket.hello()
        for packet in packets:
            socket.connection.socket.sendall(packet)
        assert [socket.hear()["t"] for _ in range(7)] == ["pong"] * 7
