"""What the lean consumer takes from Channels and Daphne, so that a new version of either is noticed here."""

import asyncio
import inspect
from functools import partial

import autobahn.util
import channels.consumer
import daphne.server
import daphne.ws_protocol
from channels.consumer import AsyncConsumer
from twisted.internet.abstract import FileDescriptor
from twisted.internet.asyncioreactor import AsyncioSelectorReactor

from solitaire.live import frames, server
from solitaire.live.backpressure import watch_writing
from solitaire.live.consumer import Conversation
from solitaire.live.sockets import GameSocket
from solitaire.live.turn import Turn


async def test_channels_makes_an_instance_a_connection_and_calls_it():
    calls = []

    class Consumer(AsyncConsumer):
        async def __call__(self, scope, receive, send):
            calls.append((self, scope, receive, send))

    application = Consumer.as_asgi()
    await application("scope", "receive", "send")
    await application("scope", "receive", "send")
    assert [call[1:] for call in calls] == [("scope", "receive", "send")] * 2
    assert calls[0][0] is not calls[1][0]


def test_channels_still_does_before_every_message_what_is_avoided_here():
    assert "await aclose_old_connections()" in inspect.getsource(AsyncConsumer.dispatch)
    assert "await_many_dispatch" in inspect.getsource(AsyncConsumer.__call__)


def test_nothing_of_that_is_on_the_way_of_a_message():
    for consumer in (Conversation, GameSocket):
        assert consumer.__call__ is not AsyncConsumer.__call__
        assert consumer.dispatch is AsyncConsumer.dispatch  # never called: it has no caller but __call__


def test_daphne_binds_send_to_the_protocol_of_the_socket():
    source = inspect.getsource(daphne.server.Server.create_application)
    assert "send=partial(self.handle_reply, protocol)" in source
    assert "receive=input_queue.get" in source


class Transport:
    """Twisted's part of producers, without a network."""

    def __init__(self) -> None:
        self.producer, self.reading = "the HTTP channel", True

    def unregisterProducer(self) -> None:
        self.producer = None

    def registerProducer(self, producer, streaming: bool) -> None:
        assert self.producer is None
        assert streaming
        self.producer = producer

    def pauseProducing(self) -> None:
        self.reading = False

    def resumeProducing(self) -> None:
        self.reading = True


class Writer:
    full = False

    def filled(self) -> None:
        self.full = True

    def drained(self) -> None:
        self.full = False


def test_a_full_transport_makes_the_writer_full_until_it_drains():
    transport, writer = Transport(), Writer()
    protocol = type("Protocol", (), {"transport": transport})()
    watch_writing(partial(print, protocol), writer)
    transport.producer.pauseProducing()
    assert (writer.full, transport.reading) == (True, False)
    transport.producer.resumeProducing()
    assert (writer.full, transport.reading) == (False, True)


def test_a_lost_connection_keeps_nobody_waiting():
    transport, writer = Transport(), Writer()
    protocol = type("Protocol", (), {"transport": transport})()
    watch_writing(partial(print, protocol), writer)
    transport.producer.pauseProducing()
    transport.producer.stopProducing()
    assert not writer.full


def test_under_another_server_nothing_is_watched():
    async def send(message) -> None:
        pass

    watch_writing(send, Writer())


def test_twisted_tells_a_streaming_producer_when_its_buffer_is_full():
    assert "self.producer.pauseProducing()" in inspect.getsource(FileDescriptor._maybePauseProducer)
    assert FileDescriptor.bufferSize == 2**16


def test_daphne_can_send_only_these_close_codes():
    assert "self.sendClose(code=code)" in inspect.getsource(daphne.ws_protocol.WebSocketProtocol.serverClose)


def test_autobahn_colours_nothing_once_the_server_is_there():
    assert "click" in autobahn.util.__dict__  # or there is nothing to switch off any more
    assert isinstance(server.autobahn.util._HAS_CLICK, bool)
    assert autobahn.util.hlval("plain") == "plain"


def test_daphne_asks_for_the_end_by_the_method_that_is_overridden():
    assert '"before", "shutdown", self.kill_all_applications' in inspect.getsource(daphne.server.Server.run)
    assert channels.consumer.AsyncConsumer is AsyncConsumer


def test_daphne_takes_its_websockets_class_from_the_factory_when_it_runs():
    assert frames.WebSocketProtocol is daphne.ws_protocol.WebSocketFactory.protocol
    assert "self.ws_factory = WebSocketFactory(self" in inspect.getsource(daphne.server.Server.run)


def test_daphne_only_ever_puts_into_the_queue_of_an_application():
    source = inspect.getsource(daphne.ws_protocol)
    assert source.count("application_queue.") == source.count("application_queue.put_nowait(") > 0


def test_daphne_does_no_more_with_a_message_than_put_it_into_that_queue():
    lines = inspect.getsource(daphne.ws_protocol.WebSocketProtocol.onMessage).split()
    assert " ".join(lines) == (
        "def onMessage(self, payload, isBinary): # If we're muted, do nothing. if self.muted:"
        ' logger.debug("Muting incoming frame on %s", self.client_addr) return'
        ' logger.debug("WebSocket incoming frame on %s", self.client_addr) self.last_ping = time.time()'
        ' if isBinary: self.application_queue.put_nowait( {"type": "websocket.receive", "bytes": payload} )'
        ' else: self.application_queue.put_nowait( {"type": "websocket.receive", "text": payload.decode("utf8")} )'
    )


def test_twisted_reads_by_the_event_loop_with_its_log_context_around_it():
    source = inspect.getsource(AsyncioSelectorReactor.addReader)
    assert "fd, callWithLogger, reader, self._readOrWrite, reader, True" in source
    assert "self._readers[reader] = fd" in source


async def test_a_turn_is_taken_without_waiting_and_given_on_in_order():
    turn, had = Turn(), []

    async def have(name):
        async with turn:
            had.append(name)

    assert not turn.locked()
    turn.take()
    tasks = [asyncio.ensure_future(have(name)) for name in "ab"]
    await asyncio.sleep(0)
    assert (turn.locked(), had) == (True, [])
    turn.release()
    assert turn.locked()  # it is promised to the first who waits
    await asyncio.gather(*tasks)
    assert (turn.locked(), had) == (False, ["a", "b"])


def test_twisted_has_nothing_to_write_where_its_two_buffers_are_empty():
    assert "self._tempDataLen += len(data)" in inspect.getsource(FileDescriptor.write)
    assert "if self.offset == len(self.dataBuffer) and not self._tempDataLen" in inspect.getsource(
        FileDescriptor.doWrite
    )
    assert not frames.TcpConnection.TLS  # set on the instance by what encrypts it in place
