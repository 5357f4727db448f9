"""A crowd that plays recorded games over real sockets, and notes all that it is told.

Whatever becomes of a connection, a player opens another one, at the next of the servers there are, takes the game up
where it was left, and sends the command that was not answered again, under the same id: as the browser does.
"""

import asyncio
import json
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Thread
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.bench.recorded import RecordedGame, recorded_games
from tests.faults.checker import Heard, Sent, Told
from tests.live.browsers import Browser
from tests.server import Site

MOVES = 200
"""The games played have so many moves at least, so that nobody is done before a fault is over."""
PACE_S = 0.1
"""Between a player's answer and the next move: twenty players then make some 200 moves a second."""
ANSWER_S = 20
"""Whoever has no answer by then opens another connection."""
AGAIN_S = 0.2
"""About so long until something is tried again."""
PATIENCE_S = 100
"""What has not happened by then does not happen: long, for busy machines."""


def long_games() -> list[RecordedGame]:
    """Recorded games of many moves, each of another deal."""
    return list({game.code: game for game in recorded_games() if len(game.moves) >= MOVES}.values())


class Unexpected(Exception):
    """An answer that no client should get."""


class Client:
    """Somebody at a game, who comes back whenever the connection is lost."""

    def __init__(self, sites: Sequence[Site], cookie: str, game: str, turn: int) -> None:
        self.sites, self.cookie, self.game = sites, cookie, game
        self.turn = turn
        self.told = Told()
        self.version = 0
        self.leaving = False
        self.farewells = 0
        """How often a server has said that it restarts."""
        self.at: Site | None = None
        """Where the client is connected to."""
        self.arrivals = 0
        """How often a connection has led to the game."""

    async def stay(self) -> None:
        """Be there until it is time to leave."""
        while not self.leaving:
            site = self.sites[self.turn % len(self.sites)]
            with suppress(OSError, TimeoutError, EOFError, WebSocketException):
                async with connect(
                    f"{site.ws_url}/ws/game/{self.game}",
                    origin=site.url,  # type: ignore[arg-type]
                    additional_headers={"Cookie": self.cookie},
                    ping_interval=None,
                    compression=None,
                    proxy=None,
                    close_timeout=1,
                ) as socket:
                    await self.take_up(socket)
                    self.at = site
                    self.arrivals += 1
                    try:
                        await self.converse(socket)
                    except ConnectionClosed:
                        while True:  # what came before the end has still to be heard
                            await self.hear(socket)
            self.at = None
            self.turn += 1
            await self.pause(AGAIN_S)

    async def pause(self, seconds: float) -> None:
        """About so long, so that not all do everything at once."""
        if not self.leaving:
            await asyncio.sleep(seconds * random.uniform(0.5, 1.5))

    async def say(self, socket: ClientConnection, **message: Any) -> None:
        await socket.send(json.dumps(message))

    async def hear(self, socket: ClientConnection, seconds: float = ANSWER_S) -> dict[str, Any]:
        """The next message, noted; a server's farewell ends the connection."""
        async with asyncio.timeout(seconds):
            message = json.loads(await socket.recv())
        if message["t"] == "restarting":
            self.farewells += 1
            raise ConnectionResetError
        for event in message.get("events", ()):
            if event["kind"] == "move":
                self.told.heard.append(Heard(event["v"], event["move"]))
        if message["t"] in ("table", "events", "done", "stale"):
            self.version = max(self.version, message["v"])
        return dict(message)

    async def take_up(self, socket: ClientConnection) -> None:
        """Say what is known of the game, and hear the rest of it, as far as a pong says that it goes."""
        await self.say(socket, t="hello", after=self.version)
        await self.say(socket, t="ping", v=self.version)
        while (message := await self.hear(socket))["t"] != "pong":
            if message["t"] not in ("table", "events"):
                raise ConnectionResetError(message)

    async def converse(self, socket: ClientConnection) -> None:
        """What is done until the connection is lost."""
        raise NotImplementedError


class Player(Client):
    """Plays a recorded game, a move when the one before is confirmed."""

    def __init__(self, sites: Sequence[Site], cookie: str, game: str, turn: int, moves: Sequence[str]) -> None:
        super().__init__(sites, cookie, game, turn)
        self.moves = moves
        self.unavailable = 0
        """How often a move was answered with that."""

    @property
    def confirmed(self) -> int:
        """How many moves are."""
        return len(self.told.sent) - self.waiting

    @property
    def waiting(self) -> bool:
        """Whether the last command sent has not been confirmed."""
        return bool(self.told.sent) and not self.told.sent[-1].confirmed

    @property
    def done(self) -> bool:
        """Whether the whole game has been played."""
        return self.confirmed == len(self.moves)

    async def converse(self, socket: ClientConnection) -> None:
        while not self.leaving:
            if self.done:
                await self.pause(AGAIN_S)
                continue
            number = self.confirmed
            if not self.waiting:
                self.told.sent.append(Sent(f"move-{number:04}", self.moves[number]))
            await self.play(socket, self.told.sent[-1], number + 1)
            await self.pause(PACE_S)

    async def play(self, socket: ClientConnection, command: Sent, after: int) -> None:
        """Send a command, and hear how it is answered."""
        await self.say(socket, t="move", id=command.id, after=after, move=command.move)
        while True:
            match await self.hear(socket):
                case {"t": "done", "id": command.id, "after": version}:
                    command.confirmed.append(version + 1)
                    return
                case {"t": "error", "code": "unavailable"}:
                    self.unavailable += 1
                    await self.pause(AGAIN_S)
                    return
                case {"t": "table" | "events" | "hints"}:
                    pass
                case answer:
                    raise Unexpected(f"{command} after {after} got {answer}")


class Watcher(Client):
    """Follows a game, and asks now and then how far it is, so that it is not taken for absent."""

    async def converse(self, socket: ClientConnection) -> None:
        while not self.leaving:
            with suppress(TimeoutError):
                await self.hear(socket, 1)
                continue
            await self.say(socket, t="ping", v=self.version)


class Crowd:
    """Players at `sites`, all on one database, and somebody who watches one of them; they play inside `with`.

    Seats are taken at the first site. At the end everybody has heard what came of the last command.
    """

    def __init__(self, *sites: Site, players: int = 20) -> None:
        games = long_games()[:players]
        with ThreadPoolExecutor(4) as pool:
            seats = list(pool.map(lambda game: self._seat(sites[0], game), games))
        self.players = [
            Player(sites, cookie, game, turn, recorded.moves)
            for turn, ((cookie, game), recorded) in enumerate(zip(seats, games, strict=True))
        ]
        self.watcher = Watcher(sites, "", self.players[0].game, 1)
        self.clients = [*self.players, self.watcher]
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_until_complete, args=[self._all()], name="crowd")
        self.failure: BaseException | None = None

    @staticmethod
    def _seat(site: Site, game: RecordedGame) -> tuple[str, str]:
        browser = Browser(site)
        dealt = browser.deal(game.code)
        return browser.cookie_header, dealt

    async def _all(self) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                for client in self.clients:
                    group.create_task(client.stay())
        except BaseException as error:  # told to whoever waits
            self.failure = error

    def __enter__(self) -> "Crowd":
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            self.until(lambda: self.watcher.version >= self.players[0].version, "the watcher has seen all")
        for client in self.clients:
            client.leaving = True
        self._thread.join()
        self._loop.close()

    def until(self, happened: Callable[[], bool], what: str) -> None:
        """Wait for something that is going to happen."""
        deadline = time.monotonic() + PATIENCE_S
        while not happened():
            if self.failure is not None:
                raise self.failure
            assert time.monotonic() < deadline, (
                f"not yet: {what}; confirmed {[each.confirmed for each in self.players]}"
            )
            time.sleep(0.02)

    def play_on(self, moves: int) -> None:
        """Wait until everybody has so many more moves confirmed, or has played the game to its end."""
        wanted = [(player, player.confirmed + moves) for player in self.players]
        self.until(
            lambda: all(player.confirmed >= number or player.done for player, number in wanted),
            f"everybody has played {moves} moves more",
        )

    @property
    def undisturbed(self) -> bool:
        """Whether nobody has lost a connection, or had to send anything twice."""
        return all(client.arrivals == 1 for client in self.clients) and not any(
            player.unavailable for player in self.players
        )

    @property
    def told(self) -> dict[str, Told]:
        """What everybody was told, by stream."""
        told = {f"game:{player.game}": player.told for player in self.players}
        told[f"game:{self.watcher.game}"].followed = self.watcher.told.heard
        return told
