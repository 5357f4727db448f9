"""Daphne, with a word to its sockets before it stops."""

import asyncio

from daphne.server import Server
from twisted.internet.defer import Deferred

from solitaire.live.caretaker import caretaker


class SiteServer(Server):
    """Daphne's server; told to stop, it lets the sockets end in good order first.

    Daphne by itself cancels its applications and breaks their connections off without a close frame.
    """

    def kill_all_applications(self) -> "Deferred[object]":
        """Called by Twisted before it shuts down, which waits for what is returned."""
        goodbye = Deferred.fromFuture(asyncio.ensure_future(caretaker.say_goodbye()))
        return goodbye.addBoth(lambda _result: Server.kill_all_applications(self))
