"""Hints between the processes of a site, through Redis: "stream S is at N", published after each commit.

A hint says where to look, and nothing else: whoever follows the stream reads it from the log. So a hint may be lost,
late or repeated; what no hint tells of, `hub.check_heads` finds within `LIVE`'s heads_s. Both ends have a thread of
their own: no move waits for Redis, and none fails with it.
"""

import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

import msgspec

from solitaire import redis_server
from solitaire.live.caretaker import caretaker
from solitaire.live.hub import hub
from solitaire.live.table import now_ms
from solitaire.log import writer
from solitaire.log.writer import Outcome
from solitaire.players.signals import session_ended
from solitaire.tally import tally

logger = logging.getLogger(__name__)

CHANNEL = "hints"
PAUSE_S = 0.005
"""Between two messages of a process: what is committed meanwhile is said together, and costs all others one message."""
AGAIN_S = 0.5
"""After a failure the next try is made after so long."""
MOST_WAITING = 10_000
"""Streams that a hint waits for at most while Redis is away; more are forgotten, and found in the log."""
SILENCE_S = 5
"""Where nothing was heard for so long, it is asked whether the connection still stands."""


class Hint(msgspec.Struct):
    """One message: the `heads` of streams that have moved, and whether sessions have ended.

    `by` is the process that says so, `at` its clock in milliseconds since 1970.
    """

    by: str
    at: int
    heads: dict[str, int] = {}
    sessions: bool = False


_decode = msgspec.json.Decoder(Hint).decode
_encode = msgspec.json.Encoder().encode


class Hints:
    """This process's end of the line."""

    def __init__(self) -> None:
        self.listening = False
        self._me = secrets.token_hex(8)
        self._heads: dict[str, int] = {}
        self._sessions = False
        self._lock = Lock()
        self._bell: SimpleQueue[None] = SimpleQueue()
        self._speaker: Thread | None = None
        self._listener: Thread | None = None

    def committed(self, outcomes: Sequence[Outcome]) -> None:
        """The log has these events: tell the others. Called on the writer's thread."""
        heads = {events[-1].stream: events[-1].version for events in outcomes if isinstance(events, tuple) and events}
        if heads:
            self._say(heads)

    def session_ended(self, **_: object) -> None:
        """Some session has ended: the others look whether it was one of their sockets'. From any thread."""
        self._say({}, sessions=True)

    def _say(self, heads: Mapping[str, int], *, sessions: bool = False) -> None:
        with self._lock:
            self._heads.update(heads)
            self._sessions = self._sessions or sessions
            if self._speaker is None:
                self._speaker = Thread(target=self._speak, name="hints-speaker", daemon=True)
                self._speaker.start()
        self._bell.put(None)

    def _speak(self) -> None:
        client = redis_server.connect()
        while True:
            self._bell.get()
            with self._lock:
                heads, sessions = self._heads, self._sessions
                self._heads, self._sessions = {}, False
            if not (heads or sessions):
                continue
            try:
                client.publish(redis_server.channel(CHANNEL), _encode(Hint(self._me, now_ms(), heads, sessions)))
                tally.hinted["sent"] += len(heads)
                time.sleep(PAUSE_S)
            except redis_server.Failure as error:
                tally.hinted["unsent"] += len(heads)
                logger.debug("hints could not be sent: %s", error)
                self._keep(heads, sessions)
                time.sleep(AGAIN_S)

    def _keep(self, heads: dict[str, int], sessions: bool) -> None:
        """Say it later, unless there is something newer to say then."""
        with self._lock:
            self._heads = heads | self._heads if len(heads) < MOST_WAITING else self._heads
            self._sessions = self._sessions or sessions
        self._bell.put(None)

    def listen(self) -> None:
        """Hear what other processes say from now on."""
        if self._listener is None:
            self._listener = Thread(target=self._listen, name="hints-listener", daemon=True)
            self._listener.start()

    def _listen(self) -> None:
        complained = False
        while True:
            try:
                self._hear_until_it_breaks()
            except (redis_server.Failure, OSError) as error:
                if self.listening or not complained:
                    logger.warning("no hints from other processes, the log is looked through instead: %s", error)
                complained = True
            finally:
                self.listening = False
            time.sleep(AGAIN_S * (1 + secrets.randbelow(1000) / 1000))  # not all processes at once

    def _hear_until_it_breaks(self) -> None:
        client = redis_server.connect(patience=None)
        with closing(client), closing(client.pubsub()) as line:
            line.subscribe(redis_server.channel(CHANNEL))
            asked = False
            while True:
                message = line.get_message(timeout=SILENCE_S)
                if message is None:
                    if asked:
                        raise redis_server.Failure(f"nothing was heard for {2 * SILENCE_S} s")
                    line.ping()
                asked = message is None
                if message is not None:
                    self._heard(message)

    def _heard(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "subscribe":
            self.listening = True
            hub.look()  # something may have been said before
        elif message["type"] == "message":
            try:
                hint = _decode(message["data"])
            except msgspec.MsgspecError as error:
                logger.warning("what was heard is no hint: %s", error)
                return
            if hint.by != self._me:
                self._follow(hint)

    def _follow(self, hint: Hint) -> None:
        tally.hints.add(max(0, now_ms() - hint.at) / 1000)
        tally.hinted["heard"] += len(hint.heads)
        if hint.heads:
            hub.hint_all(hint.heads)
        if hint.sessions:
            caretaker.look_at_sessions()


hints = Hints()
"""This process's own."""


def begin() -> None:
    """Speak after every commit and every session, and listen while this process has sockets, where there is a Redis."""
    if redis_server.configured():
        writer.hear(hints.committed)
        session_ended.connect(hints.session_ended, dispatch_uid="live.hints")
        caretaker.at_first(hints.listen)
