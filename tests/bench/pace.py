"""How long the slowest in a hundred confirmed moves takes at 1,000 a second, beside the stock echo at the same pace.

To each round trip of the echo the time of one bare commit of a row is added, taken on the same disk: a move that is
confirmed is on it. Rounds of one and the other take turns. A message that is due while the socket's last one has no
answer yet waits for that, and its time runs from when it was due.
"""

import asyncio
import random
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from tests.bench.cores import address, be_the_client, cpu_seconds
from tests.bench.figure import Figure
from tests.bench.in_django import django_ready
from tests.bench.log import AT, DIGEST, WHO, inserts
from tests.bench.moves import HELLO, open_sockets
from tests.bench.recorded import recorded_games
from tests.bench.seats import Seat, check_the_log, command, new_sqlite, seat_players, site_on
from tests.bench.websocket import Socket
from tests.bench.yardstick import served
from tests.server import Site

SOCKETS, A_SECOND = 200, 1000
GOAL = 1 / 1.2
"""A move takes at most 1.2 times as long as the echo and the commit."""
ROUNDS, WARM_UP, SECONDS = 5, 1.0, 3.0
COMMITS = 500
"""In each round."""
MOVES = int(ROUNDS * (WARM_UP + SECONDS) * A_SECOND / SOCKETS)
"""What each socket is sent in all."""


def figures() -> Iterator[Figure]:
    """The echo's p99 over that of the moves."""
    django_ready()
    be_the_client()
    with new_sqlite() as database, served("echo") as echo, site_on(database) as site, new_sqlite() as bare:
        longer = [game for game in recorded_games() if len(game.moves) > MOVES]
        seats = [own[0] for own in seat_players(database, site.environment["SECRET_KEY"], SOCKETS, MOVES, longer)]
        bench = Bench(site, seats, echo.port, Path(bare.settings["NAME"]))
        asyncio.run(bench.run())
        check_the_log(database, {talker.seat.game: talker.count for talker in bench.players})
    moves, beside = statistics.median(bench.of_moves), statistics.median(bench.of_echo)
    note = f"p99 of moves {moves * 1000:.2f} ms, of echo and commit {beside * 1000:.2f} ms, each the median of {ROUNDS}"
    note += f"; commits {statistics.median(bench.commits) * 1000:.2f} ms, server busy {bench.busy / ROUNDS:.0%}"
    counts = bench.kept_pace
    if not counts:
        note += f"; does not count: {A_SECOND} a second were not reached"
    yield Figure(f"pace: p99 at {A_SECOND:,} moves a second", beside / moves, GOAL, note, counts)


class Talker:
    """A socket that sends the next message when it is due, or when the one before is answered after that."""

    def __init__(
        self, socket: Socket, next_message: Callable[[int], bytes], is_answer: Callable[[bytes], bool]
    ) -> None:
        self.socket, self.next_message, self.is_answer = socket, next_message, is_answer
        self.count = 0
        self.times: list[float] = []
        self.waiting = False
        self.due: list[float] = []
        socket.on_text = self.heard

    def go(self) -> None:
        """It is time for a message."""
        self.due.append(time.perf_counter())
        if not self.waiting:
            self.send()

    def send(self) -> None:
        """Send it."""
        self.waiting = True
        self.socket.send(self.next_message(self.count))

    def heard(self, text: bytes) -> None:
        """Something has come."""
        if self.is_answer(text):
            self.count += 1
            self.times.append(time.perf_counter() - self.due.pop(0))
            self.waiting = False
            if self.due:
                self.send()


class Player(Talker):
    """One that plays a recorded game."""

    def __init__(self, seat: Seat, socket: Socket) -> None:
        self.seat = seat
        moves = seat.recorded.moves
        super().__init__(
            socket,
            lambda count: command(f"{count:08}", count + 1, moves[count]),
            lambda text: text.startswith(b'{"t":"done"'),
        )


class Bench:
    """Rounds of everything, and the 99th of a hundred times of each."""

    def __init__(self, site: Site, seats: Sequence[Seat], echo: int, bare: Path) -> None:
        self.site, self.seats, self.echo, self.bare = site, seats, echo, bare
        self.players: list[Player] = []
        self.of_moves: list[float] = []
        self.of_echo: list[float] = []
        self.commits: list[float] = []
        self.busy = 0.0
        self.kept_pace = True

    async def run(self) -> None:
        """Open all sockets, and run the rounds."""
        assert self.site.process is not None
        pid = self.site.process.pid
        wanted = [
            (f"/ws/game/{seat.game}", {"Cookie": seat.cookie}, address(number))
            for number, seat in enumerate(self.seats)
        ]
        sockets = await open_sockets(self.site.port, wanted, HELLO)
        self.players = [Player(seat, socket) for seat, socket in zip(self.seats, sockets, strict=True)]
        message = command("00000000", 100, "45x3")
        wanted = [("/ws/echo", {}, address(number)) for number in range(SOCKETS)]
        echoes = [
            Talker(socket, lambda _: message, lambda text: text == message)
            for socket in await open_sockets(self.echo, wanted)
        ]
        made = random.Random(4)
        for number in range(ROUNDS):
            commits = bare_commits(self.bare, f"game:{number:012}")
            self.commits += commits
            echoed = await self.talk(echoes)
            self.of_echo.append(p99([taken + made.choice(commits) for taken in echoed]))
            cpu, clock = cpu_seconds(pid), time.perf_counter()
            self.of_moves.append(p99(await self.talk(self.players)))
            self.busy += (cpu_seconds(pid) - cpu) / (time.perf_counter() - clock)

    async def talk(self, talkers: Sequence[Talker]) -> list[float]:
        """Let all talk at the pace; how long each answer took, after the first second."""
        begun = time.perf_counter()
        for number in range(int((WARM_UP + SECONDS) * A_SECOND)):
            if (wait := begun + number / A_SECOND - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            if number == WARM_UP * A_SECOND:
                warm = [len(talker.times) for talker in talkers]
            talkers[number % len(talkers)].go()
        passed = time.perf_counter() - begun
        self.kept_pace = self.kept_pace and passed < 1.02 * (WARM_UP + SECONDS)
        async with asyncio.timeout(20):
            while any(talker.due for talker in talkers):
                await asyncio.sleep(0.01)
        times = [taken for talker, first in zip(talkers, warm, strict=True) for taken in talker.times[first:]]
        for talker in talkers:
            talker.times.clear()
        return times


def bare_commits(path: Path, stream: str) -> list[float]:
    """How long it takes to commit a row, again and again."""
    write, close = inserts(str(path))
    times = []
    with closing(sqlite3.connect(path)):  # the last one to leave would put the file in order, each time
        for version in range(1, COMMITS + 1):
            begun = time.perf_counter()
            write([(stream, version, "move", '"d"', AT, WHO, f"{version:012}", 0, DIGEST)])
            times.append(time.perf_counter() - begun)
        close()
    return times


def p99(times: Sequence[float]) -> float:
    """What 99 of a hundred stay below."""
    return sorted(times)[int(len(times) * 0.99)]
