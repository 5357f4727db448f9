"""The game's socket, and the way to it: every websocket of the site arrives at `websocket_application`."""

import logging
from collections.abc import Awaitable, Iterator
from functools import partial
from typing import cast

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_started
from django.utils import translation

from solitaire.limits import KEYS_KEPT, Buckets, TooMany
from solitaire.live import handshake, protocol
from solitaire.live.admission import BadSession, NoSuchGame, Sealed, admit
from solitaire.live.caretaker import caretaker
from solitaire.live.complaint import Complaint, Objection
from solitaire.live.consumer import Conversation, Frame, Receive, Send
from solitaire.live.hub import hub
from solitaire.live.off_loop import off_loop
from solitaire.live.refusals import objection_text, refusal_text
from solitaire.live.settled import look_at_all
from solitaire.live.sight import Part, facts_of, seat_of
from solitaire.live.table import PREFIX, now_ms
from solitaire.live.tables import PLAYER, WATCHER, Answer, FromTheFuture, Table, tables
from solitaire.live.undealt import Undealt
from solitaire.players.signals import session_ended
from solitaire.rules.moves import Refused
from solitaire.tally import tally

logger = logging.getLogger(__name__)

GAME_PATH = "/ws/game/"
NOT_YET = 2**31
"""The version of whoever has not said hello: there is nothing newer to send."""

_messages = Buckets(settings.LIVE["commands_per_s"], settings.LIVE["command_burst"], KEYS_KEPT)


class GameSocket(Conversation):
    """One browser at one game: its player's, or that of somebody who watches.

    There is no table before the cards of a race are dealt: then the player waits for them.
    """

    role = WATCHER
    sent = NOT_YET
    undealt: Undealt | None = None
    table: Table | None = None

    @property
    def about(self) -> dict[str, object]:
        """What a log line about this socket is about."""
        source = self.table or self.undealt
        return super().about | ({"game": source.stream.removeprefix(PREFIX)} if source else {})

    async def arrive(self) -> None:
        """Find the game, and who wants to sit at its table."""
        game_id = self.scope["path"].removeprefix(GAME_PATH)
        try:
            admission = await off_loop(admit, game_id, handshake.cookies(self.scope), tables.get(game_id))
        except BadSession as error:
            raise Complaint("bad-session") from error
        except NoSuchGame as error:
            raise Complaint("no-such-game") from error
        except Sealed as error:
            raise Complaint(error.code) from error
        self.player, self.session_key, _ = admission.held
        if not caretaker.recognise(self):
            raise Complaint("too-many")
        self.role = PLAYER if admission.is_player else WATCHER
        self.counted_as = self.player or self.neighbourhood
        table = tables.get(game_id) or admission.table
        if table is None:
            self.undealt = Undealt(game_id)
            return
        table.catch_up(admission.events)
        table.owner = admission.owner
        table.learn(admission.race)
        tables.keep(table)
        self.table = table
        hub.moved(table)

    def left(self) -> None:
        """Follow the game no longer."""
        super().left()
        if source := self.table or self.undealt:
            hub.leave(source, self)

    def drained(self) -> None:
        """Send what was held back."""
        super().drained()
        if source := self.table or self.undealt:
            hub.moved(source)

    async def hear(self, text: str) -> None:
        """Answer a message of the protocol."""
        self._count()
        try:
            message = protocol.read(text)
        except protocol.BadMessage as error:
            raise Complaint(error.code, error.id, **error.words) from error
        table = self.table
        if table is None:
            table = await self._wait(message)
            if table is None:
                return
        match message:
            case protocol.Move():
                await self._move(table, message)
            case protocol.Ping():
                await self.say(protocol.say(protocol.Pong(table.head, table.now)))
            case protocol.Hello():
                await self._hello(table, message)

    def hear_now(self, text: str) -> bool:
        """Play a move that follows the last one, and whose answer waits for nothing but the log."""
        table, player = self.table, self.player
        if table is None or player is None or self.role != PLAYER:
            return False
        try:
            command = protocol.read(text)
            if not isinstance(command, protocol.Move) or (step := table.judge_now(command)) is None:
                return False
            self._count()
            table.write_now(command, player, step, partial(self._written, table, command))
        except Exception:
            return False  # what is wrong with it is found and said by `hear`
        return True

    def _written(self, table: Table, command: protocol.Move, answer: Answer | Awaitable[Answer]) -> None:
        """A move begun by `hear_now` is in the log, or else has to be answered as the log will have it."""
        try:
            if isinstance(answer, Awaitable):
                self.answer_later(self._tell(table, command, answer))
            else:
                self.say_now(self._answers(table, command, answer))
                hub.moved(table)
        except Exception:
            logger.exception("a move could not be answered", extra=self.about)
            self.answer_later(self.complain(Complaint("unavailable")))

    async def _wait(self, message: protocol.Hello | protocol.Move | protocol.Ping) -> Table | None:
        """The table, where the cards have been dealt meanwhile; else answer what can be answered without."""
        undealt = cast(Undealt, self.undealt)
        if isinstance(message, protocol.Hello) and self.sent == NOT_YET:
            self.sent = 0
            hub.follow(undealt, self)
            await undealt.refresh()
        self.table = undealt.table
        if self.table is None:
            match message:
                case protocol.Move():
                    await self._refuse(message, 0, Objection("not-started"))
                case protocol.Ping():
                    await self.say(protocol.say(protocol.Pong(0, 0)))
                case protocol.Hello():
                    start = await off_loop(_start_of, undealt.game_id)
                    await self.say(protocol.say(protocol.Wait(start, now_ms())))
        return self.table

    async def _move(self, table: Table, command: protocol.Move) -> None:
        if self.role != PLAYER or self.player is None:
            raise Complaint("not-yours", command.id)
        await self._tell(table, command, table.play(command, self.player))

    async def _tell(self, table: Table, command: protocol.Move, answering: Awaitable[Answer]) -> None:
        """Say how a command was answered, once it has been."""
        try:
            answer = await answering
        except (Refused, Objection) as refused:
            await self._refuse(command, table.head, refused)
        except FromTheFuture as error:
            raise Complaint("from-the-future", command.id) from error
        except Exception as error:
            logger.exception("a move could not be written down", extra=self.about)
            raise Complaint("unavailable", command.id) from error
        else:
            for text in self._answers(table, command, answer):
                await self.say(text)
        hub.moved(table)

    def _answers(self, table: Table, command: protocol.Move, answer: Answer) -> Iterator[str]:
        """The messages that bring the player up to date after a command."""
        if self.sent != NOT_YET:
            self.sent = table.head
        yield protocol.say(answer)
        if command.move == "h" and isinstance(answer, protocol.Done):
            yield table.hints()
        yield from table.news(answer.v, self.role) if answer.v < table.head else table.ending(self.role)

    async def _refuse(self, command: protocol.Move, version: int, refused: Refused | Objection) -> None:
        tally.refusals[refused.code] += 1
        with translation.override(self.language):
            text = refusal_text(refused) if isinstance(refused, Refused) else objection_text(refused.code)
        pile = refused.pile if isinstance(refused, Refused) else None
        await self.say(protocol.say(protocol.Refused(command.id, version, refused.code, text, pile)))

    async def _hello(self, table: Table, hello: protocol.Hello) -> None:
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


def _start_of(game_id: str) -> int | None:
    """When the cards of a seat are dealt; a `Complaint` where it has been given up."""
    seat = seat_of(game_id)
    if seat is None:
        raise Complaint("no-such-game")
    return facts_of(Part(race=seat.race)).starts_at


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
    caretaker.every(settings.LIVE["heads_s"], look_at_all)
    session_ended.connect(_end_session, dispatch_uid="live.sockets")
    request_started.connect(_begin, sender=ASGIHandler, dispatch_uid="live.sockets")


def _end_session(session_key: str, **_: object) -> None:
    caretaker.session_ended(session_key)


async def _begin(**_: object) -> None:
    caretaker.begin()
    request_started.disconnect(sender=ASGIHandler, dispatch_uid="live.sockets")
