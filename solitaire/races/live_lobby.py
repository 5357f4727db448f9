"""The lobby in this process, while anybody looks at it: sent whole, again whenever it has changed."""

import asyncio
import logging
from typing import Any, Protocol

from django.conf import settings

from solitaire.live import protocol as live
from solitaire.live.off_loop import off_loop
from solitaire.live.table import now_ms
from solitaire.races.lobby import lobby
from solitaire.races.protocol import LobbyNow

logger = logging.getLogger(__name__)

PIECE = 20
"""So many are sent to before others get their turn on the event loop."""


class Looker(Protocol):
    """A socket as the lobby sees it."""

    full: bool

    async def say(self, text: str) -> None:
        """Send one message."""


class LiveLobby:
    """Who looks at the lobby, and what they were sent. For one event loop alone."""

    def __init__(self) -> None:
        self._lookers: set[Looker] = set()
        self._owed: set[Looker] = set()
        self._shown: dict[str, Any] = {}
        self._pump: asyncio.Task[None] | None = None

    async def enter(self, looker: Looker) -> None:
        """Send somebody the lobby as it stands, and again whenever it has changed."""
        shown = await off_loop(lobby.show)
        self._lookers.add(looker)
        if self._pump is None:
            self._shown = shown
            self._pump = asyncio.create_task(self._keep_telling())
        await looker.say(_message(shown))

    def leave(self, looker: Looker) -> None:
        """Send nothing more; no matter if nothing was sent."""
        self._lookers.discard(looker)
        self._owed.discard(looker)
        if not self._lookers and self._pump is not None:
            self._pump.cancel()
            self._pump = None

    def owe(self, looker: Looker) -> None:
        """Somebody may have missed a change."""
        if looker in self._lookers:
            self._owed.add(looker)

    async def _keep_telling(self) -> None:
        while True:
            await asyncio.sleep(settings.RACES["lobby_s"])
            try:
                await self._tell()
            except Exception:
                logger.exception("the lobby could not be told")

    async def _tell(self) -> None:
        shown = await off_loop(lobby.show)
        if shown != self._shown:
            self._shown, self._owed = shown, set(self._lookers)
        owed, self._owed = self._owed, set()
        text = _message(shown)
        for count, looker in enumerate(owed, 1):
            if not looker.full and looker in self._lookers:
                await looker.say(text)
            if count % PIECE == 0:
                await asyncio.sleep(0)


def _message(shown: dict[str, Any]) -> str:
    return live.say(LobbyNow(now_ms(), **shown))


live_lobby = LiveLobby()
"""This process's own."""
