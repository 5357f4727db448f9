"""The game's socket, and the way to it: every websocket of the site arrives at `websocket_application`."""

import logging

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_started
from django.utils import translation

from solitaire.limits import Buckets, TooMany
from solitaire.live import handshake, protocol
from solitaire.live.admission import BadSession, NoSuchGame, admit
from solitaire.live.caretaker import caretaker
from solitaire.live.complaint import Complaint
from solitaire.live.consumer import Conversation, Frame, Receive, Send
from solitaire.live.hub import hub
from solitaire.live.off_loop import off_loop
from solitaire.live.refusals import refusal_text
from solitaire.live.tables import PLAYER, WATCHER, FromTheFuture, Table, tables
from solitaire.players.signals import session_ended
from solitaire.rules.moves import Refused

logger = logging.getLogger(__name__)

GAME_PATH = "/ws/game/"
NOT_YET = 2**31
"""The version of whoever has not said hello: there is nothing newer to send."""
MOST_REMEMBERED = 10_000
"""So many players and addresses are remembered to have sent much lately."""

_messages = Buckets(settings.LIVE["commands_per_s"], settings.LIVE["command_burst"], MOST_REMEMBERED)


class GameSocket(Conversation):
    """One browser at one game: its player's, or that of somebody who watches."""

    role = WATCHER
    sent = NOT_YET
    arrived = False
    table: Table

    async def arrive(self) -> None:
        """Find the game, and who wants to sit at its table."""
        game_id = self.scope["path"].removeprefix(GAME_PATH)
        try:
            admission = await off_loop(admit, game_id, handshake.cookies(self.scope), tables.get(game_id))
        except BadSession as error:
            raise Complaint("bad-session") from error
        except NoSuchGame as error:
            raise Complaint("no-such-game") from error
        self.player, self.session_key, _ = admission.held
        if not caretaker.recognise(self):
            raise Complaint("too-many")
        self.table = tables.get(game_id) or admission.table
        self.table.catch_up(admission.events)
        self.table.owner = admission.owner
        tables.keep(self.table)
        self.arrived = True
        hub.moved(self.table)
        self.role = PLAYER if admission.is_player else WATCHER
        self.counted_as = self.player or self.neighbourhood

    def left(self) -> None:
        """Follow the game no longer."""
        super().left()
        if self.arrived:
            hub.leave(self.table, self)

    def drained(self) -> None:
        """Send what was held back."""
        super().drained()
        if self.arrived:
            hub.moved(self.table)

    async def hear(self, text: str) -> None:
        """Answer a message of the protocol."""
        self._count()
        try:
            message = protocol.read(text)
        except protocol.BadMessage as error:
            raise Complaint(error.code, error.id, **error.words) from error
        match message:
            case protocol.Move():
                await self._move(message)
            case protocol.Ping():
                await self.say(protocol.say(protocol.Pong(self.table.head, self.table.now)))
            case protocol.Hello():
                await self._hello(message)

    async def _move(self, command: protocol.Move) -> None:
        if self.role != PLAYER or self.player is None:
            raise Complaint("not-yours", command.id)
        table = self.table
        try:
            answer = await table.play(command, self.player)
        except Refused as refused:
            await self._refuse(command, refused)
        except FromTheFuture as error:
            raise Complaint("from-the-future", command.id) from error
        except Exception as error:
            logger.exception("%s: a move could not be written down", table.stream)
            raise Complaint("unavailable", command.id) from error
        else:
            if self.sent != NOT_YET:
                self.sent = table.head
            await self.say(protocol.say(answer))
            for text in table.news(answer.v, self.role) if answer.v < table.head else table.ending(self.role):
                await self.say(text)
        hub.moved(table)

    async def _refuse(self, command: protocol.Move, refused: Refused) -> None:
        with translation.override(self.language):
            text = refusal_text(refused)
        await self.say(protocol.say(protocol.Refused(command.id, self.table.head, refused.code, text, refused.pile)))

    async def _hello(self, hello: protocol.Hello) -> None:
        table = self.table
        try:
            await table.reach(hello.after)
        except FromTheFuture as error:
            raise Complaint("from-the-future") from error
        self.sent = table.head
        for text in table.news(hello.after, self.role) if hello.after else [table.snapshot(self.role)]:
            self._count()  # a hello can ask for far more than it weighs
            await self.say(text)
        hub.follow(table, self)

    def _count(self) -> None:
        """Count one message; a `Complaint` where it is one too many."""
        try:
            _messages.take(self.counted_as)
        except TooMany as error:
            raise Complaint("too-many") from error


class Nowhere(Conversation):
    """A socket to an address where nothing is."""

    async def arrive(self) -> None:
        """Say so."""
        raise Complaint("no-such-path")


_kinds: dict[str, type[Conversation]] = {GAME_PATH: GameSocket}


def serve(path: str, kind: type[Conversation]) -> None:
    """Have a kind of socket at `path`, or at every path that begins so where it ends with a slash."""
    _kinds[path] = kind


async def websocket_application(scope: Frame, receive: Receive, send: Send) -> None:
    """The ASGI application for websockets, whatever their path."""
    path = scope["path"]
    kind = _kinds.get(path) or next(
        (_kinds[start] for start in _kinds if start[-1] == "/" and path.startswith(start)), Nowhere
    )
    await kind()(scope, receive, send)


def listen() -> None:
    """Close the sockets of sessions that end, and look after the process from its first request on."""
    session_ended.connect(_end_session, dispatch_uid="live.sockets")
    request_started.connect(_begin, sender=ASGIHandler, dispatch_uid="live.sockets")


def _end_session(session_key: str, **_: object) -> None:
    caretaker.session_ended(session_key)


async def _begin(**_: object) -> None:
    caretaker.begin()
    request_started.disconnect(sender=ASGIHandler, dispatch_uid="live.sockets")
