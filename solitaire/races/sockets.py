"""The sockets of races: `/ws/race/<id>`, for racers and whoever watches, and `/ws/lobby`."""

import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils import translation

from solitaire.limits import Bucket, Limits, TooMany
from solitaire.live import handshake
from solitaire.live import protocol as live
from solitaire.live.admission import BadSession
from solitaire.live.caretaker import caretaker
from solitaire.live.complaint import Complaint
from solitaire.live.consumer import Conversation
from solitaire.live.off_loop import off_loop
from solitaire.live.sockets import serve
from solitaire.live.table import now_ms
from solitaire.players.sessions import session_player
from solitaire.races import commands, protocol
from solitaire.races.admission import admit
from solitaire.races.commands import InAnother, NoSuchRace
from solitaire.races.live_lobby import live_lobby
from solitaire.races.live_race import LiveRace, Viewer, live_races
from solitaire.races.race import NotNow, Race, fold
from solitaire.races.wording import not_now_text

logger = logging.getLogger(__name__)

RACE_PATH, LOBBY_PATH = "/ws/race/", "/ws/lobby"

_limits = Limits("ROOMS")


class _Looking(Conversation):
    """A socket of either kind: its messages are counted, and read by its own protocol.

    Each counts its own: a whole school may watch from one address, and how many sockets there are is counted too.
    """

    read: Callable[[str], Any]

    def __init__(self) -> None:
        super().__init__()
        limit = settings.ROOMS["messages"]
        self._messages = Bucket(limit["per_s"], limit["burst"])

    def next_message(self, text: str) -> Any:
        """The message in a frame; a `Complaint` where it is none, or one too many."""
        if not self._messages.take():
            raise Complaint("too-many")
        try:
            return self.read(text)
        except live.BadMessage as error:
            raise Complaint(error.code, error.id, **error.words) from error


class RaceSocket(_Looking):
    """One browser at a race: a racer's, or that of somebody who watches."""

    greeted = False
    race: LiveRace | None = None
    viewer = Viewer(None, (), None)
    read = staticmethod(protocol.read)

    @property
    def about(self) -> dict[str, object]:
        """What a log line about this socket is about."""
        return super().about | ({"race": self.race.race.id} if self.race else {})

    async def arrive(self) -> None:
        """Find the race, and who looks at it."""
        race_id = self.scope["path"].removeprefix(RACE_PATH)
        known, cookies = live_races.get(race_id), handshake.cookies(self.scope)
        race_so_far = known.race if known else None
        try:
            admission = await off_loop(admit, race_id, cookies, self.neighbourhood, race_so_far)
        except BadSession as error:
            raise Complaint("bad-session") from error
        except NoSuchRace as error:
            raise Complaint("no-such-race") from error
        self.player, self.session_key, _ = admission.held
        if not caretaker.recognise(self):
            raise Complaint("too-many")
        self.viewer = admission.viewer
        race = live_races.get(race_id) or known or LiveRace(fold(race_id, admission.events), admission.people)
        race.meet(admission.people)
        live_races.keep(race)
        self.race = race
        await race.enter(self)
        if race.head < admission.head:
            await race.refresh()

    def left(self) -> None:
        """Look at the race no longer."""
        super().left()
        if self.race is not None and self.race.leave(self):
            live_races.forget(self.race)

    def drained(self) -> None:
        """Send the race as it stands, since something may have been held back."""
        super().drained()
        if self.race is not None and self.greeted:
            self.race.owe(self)

    async def hear(self, text: str) -> None:
        """Answer a message of the protocol."""
        message = self.next_message(text)
        assert self.race is not None  # noqa: S101 -- nothing is heard before `arrive` has found it
        match message:
            case protocol.Hello():
                self.greeted = True
                await self.say(self.race.shown_to(self.viewer))
            case protocol.Ping():
                await self.say(live.say(self._pong(self.race, message)))
            case protocol.Act():
                await self._act(self.race.race.id, message)

    def _pong(self, race: LiveRace, ping: protocol.Ping) -> protocol.Pong:
        pong = protocol.Pong(race.head, now_ms(), ping.sent)
        left = race.idle_left_ms(self.viewer, pong.now)
        if left is not None:
            pong.idle_left_ms = left
        return pong

    async def _act(self, race_id: str, act: protocol.Act) -> None:
        if self.player is None:
            await self._object(act.id, NotNow("not-in"))
            return
        try:
            done = await off_loop(_do, act.what, race_id, self.player)
        except NotNow as error:
            await self._object(act.id, error)
        except TooMany as error:
            raise Complaint("too-many", act.id) from error
        except InAnother:
            await self._object(act.id, NotNow("in-another"))
        except Exception as error:
            logger.exception("%s could not be done", act.what, extra=self.about)
            raise Complaint("unavailable", act.id) from error
        else:
            answer = protocol.Done(act.id)
            if done.id != race_id:
                answer.race = done.id
            await self.say(live.say(answer))

    async def _object(self, command: str, error: NotNow) -> None:
        """Say why something cannot be done in a race as it stands."""
        with translation.override(self.language):
            text = not_now_text(error)
        await self.say(live.say(live.Error(error.code, text, command)))


def _do(what: str, race_id: str, player: str) -> Race:
    """Do what a player asks for, unless it is too often; off the event loop."""
    _limits.spend("acts", player)
    return _DONE[what](race_id, player)


_DONE: dict[str, Callable[[str, str], Race]] = {
    "ready": lambda race_id, player: commands.mark(race_id, player, ready=True),
    "unready": lambda race_id, player: commands.mark(race_id, player, ready=False),
    "leave": lambda race_id, player: commands.leave(race_id, player, who=player),
    "start-over": commands.rematch,
}


class LobbySocket(_Looking):
    """One browser in the lobby."""

    greeted = False
    read = staticmethod(protocol.read_lobby)

    async def arrive(self) -> None:
        """Find out who is there, so that their sockets are counted."""
        held = await off_loop(session_player, handshake.cookies(self.scope))
        if not held.ok:
            raise Complaint("bad-session")
        self.player, self.session_key, _ = held
        if not caretaker.recognise(self):
            raise Complaint("too-many")

    def left(self) -> None:
        """Look at the lobby no longer."""
        super().left()
        live_lobby.leave(self)

    def drained(self) -> None:
        """Send the lobby as it stands, since something may have been held back."""
        super().drained()
        if self.greeted:
            live_lobby.owe(self)

    async def hear(self, text: str) -> None:
        """Answer a message of the protocol."""
        match self.next_message(text):
            case protocol.LobbyHello():
                self.greeted = True
                await live_lobby.enter(self)
            case protocol.LobbyPing(sent):
                await self.say(live.say(protocol.LobbyPong(now_ms(), sent)))


def listen() -> None:
    """Serve the sockets of races."""
    serve(RACE_PATH, RaceSocket)
    serve(LOBBY_PATH, LobbySocket)
