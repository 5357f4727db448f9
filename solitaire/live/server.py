"""Daphne, with a word to its sockets before it stops."""

import asyncio
import gc
import sys
from typing import Any

import autobahn.util
from daphne.server import Server
from twisted.internet import reactor
from twisted.internet.defer import Deferred

from solitaire.live.caretaker import caretaker
from solitaire.live.frames import EXTENSION, QuickWebSocket

# For every message that comes or goes autobahn colours the names in a debug line, before it knows whether anybody reads
# it: 30 µs each time, as much as the rest of what it does. It leaves off where there is no click to do it with.
autobahn.util._HAS_CLICK = False


SWITCH_S = 0.0005
"""A thread that has the interpreter lets others have it after so long, where they wait."""


class SiteServer(Server):
    """Daphne's server; told to stop, it lets the sockets end in good order first.

    Daphne by itself cancels its applications and breaks their connections off without a close frame.
    """

    def run(self) -> None:
        """Serve until told to stop."""
        # Games are values without cycles: counting references frees them, and looking through them again and again for
        # rubbish would be a sixth of the work on a move.
        gc.freeze()
        gc.set_threshold(20_000, 20, 100)
        # The thread that writes moves down needs the interpreter a dozen times a move, and while a crowd is sent frames
        # it would wait 5 ms for it each time.
        sys.setswitchinterval(SWITCH_S)
        # There may be something to do before anybody comes.
        reactor.callLater(0, caretaker.begin)  # type: ignore[arg-type]
        reactor.callWhenRunning(self._have_a_short_way)
        super().run()

    def _have_a_short_way(self) -> None:
        self.ws_factory.protocol = QuickWebSocket  # there is no factory before Daphne runs

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Called by Daphne for every request and socket: let consumers know of the short way."""
        if isinstance(protocol, QuickWebSocket):
            scope["extensions"] = {EXTENSION: protocol}
        return super().create_application(protocol, scope)

    def kill_all_applications(self) -> "Deferred[object]":
        """Called by Twisted before it shuts down, which waits for what is returned."""
        goodbye = Deferred.fromFuture(asyncio.ensure_future(caretaker.say_goodbye()))
        return goodbye.addBoth(lambda _result: Server.kill_all_applications(self))
