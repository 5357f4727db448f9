"""Confirmed moves over the websocket beside an empty Channels echo under the same Daphne, and beside bare pings.

Each bench player replays whole recorded games, one after the other, on sockets opened before the clock runs: a move is
sent when the one before it is confirmed. Limits and authorisation are those of production. In the end every confirmed
move has to be in the log. The pings go over the same sockets to the same process, right before. Echoes and the site
take turns, and the best round of each counts: whatever else the machine does makes a round slower, and none quicker.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from tests.bench.cores import address, be_the_client, cpu_seconds
from tests.bench.figure import Figure, per_second
from tests.bench.in_django import django_ready
from tests.bench.seats import Database, Seat, check_the_log, command, new_sqlite, seat_players, site_on
from tests.bench.websocket import Socket, open_socket
from tests.bench.yardstick import Served, served
from tests.server import Site


class Goals(NamedTuple):
    """What moves a second have to reach beside echoes, and beside pings."""

    echo: float | None
    pings: float | None


PLAYERS = {1: Goals(None, None), 50: Goals(1.5, 0.65), 200: Goals(1.5, 0.7), 1000: Goals(1.5, 0.7)}
"""How many play at once, and the goals. One alone is held back by the limits, so it plays at their pace."""

ROUNDS = 2
WARM_UP, SECONDS = 1.0, 3.0
PING_SECONDS = 1.0
"""Pings are so quick that for longer fifty players would send more than they may."""
BUSY = 0.9
"""The least part of its core the server has to use, with more than one player, for a run to count."""

FASTEST = 12_000
"""Moves a second that all players together have games for."""
ONE_PLAYER_MOVES = 120
"""One player's moves, on either side: what a burst allows, so that the limits do not slow it down."""
HELLO = b'{"t":"hello","after":0}'
AT_A_TIME = 20
"""So many sockets are opened at once."""


class Measured(NamedTuple):
    """Round trips in so many seconds, and the part of its core that the server used meanwhile."""

    count: int
    seconds: float
    busy: float

    @property
    def rate(self) -> float:
        """Round trips a second."""
        return self.count / self.seconds

    def __str__(self) -> str:
        return f"{per_second(self.count, self.seconds)} ({self.busy:.0%} busy)"


Sat = list[list[tuple[Seat, Socket]]]
"""The seats of each player, with a socket at each."""


class Run(NamedTuple):
    """What one process of the site has done: pings first, then moves."""

    pings: Measured
    moves: Measured


def figures() -> Iterator[Figure]:
    """Confirmed moves a second over echoes and over pings a second."""
    django_ready()
    be_the_client()
    with served("echo") as server, new_sqlite() as database, site_on(database) as site:
        for players, goals in PLAYERS.items():
            echoes, runs = [], []
            for _ in range(ROUNDS):
                echoes.append(asyncio.run(echo_all(server, players)))
                runs.append(measure_site(site, database, players))
            moves, echo = best(run.moves for run in runs), best(echoes)
            pings = best(run.pings for run in runs)
            yield compare(f"moves: {players} beside echo", players, goals.echo, moves, "echo", echo)
            yield compare(f"moves: {players} beside pings", players, goals.pings, moves, "pings", pings)


def best(runs: Iterable[Measured]) -> Measured:
    """The quickest of those in which the server was busy enough for them to count; of all, where it never was."""
    return max(runs, key=lambda run: (run.busy >= BUSY, run.rate))


def compare(name: str, players: int, goal: float | None, moves: Measured, other: str, limit: Measured) -> Figure:
    """Moves beside something else; a server that was not busy has not shown what it can do."""
    idle = [what for what, run in (("moves", moves), (other, limit)) if run.busy < BUSY]
    note = f"moves {moves}, {other} {limit}"
    counts = players == 1 or not idle
    if not counts:
        note += f"; does not count: the server was not busy enough ({', '.join(idle)})"
    return Figure(name, moves.rate / limit.rate, goal, note, counts)


# --- the echo ---


async def echo_all(server: Served, players: int) -> Measured:
    """Each socket sends its next message when the last has come back."""
    message = command("00000000", 100, "45x3")
    wanted = [("/ws/echo", {}, address(number)) for number in range(players)]
    sockets = await open_sockets(server.port, wanted)
    counter = Counter(ONE_PLAYER_MOVES if players == 1 else None)

    def is_it(text: bytes) -> bool:
        return text == message

    return await timed(server.pid, counter, lambda: back_and_forth(sockets, message, is_it, counter))


def back_and_forth(
    sockets: Sequence[Socket], message: bytes, is_answer: Callable[[bytes], bool], counter: "Counter"
) -> None:
    """Let each socket send a message, and again whenever it is answered, until there are enough."""

    def answer(socket: Socket) -> Callable[[bytes], None]:
        def heard(text: bytes) -> None:
            if not is_answer(text):
                raise AssertionError(f"this is no answer to {message!r}: {text!r}")
            counter.count += 1
            if not counter.full:
                socket.send(message)

        return heard

    for socket in sockets:
        socket.on_text = answer(socket)
        socket.send(message)


# --- the site ---


def measure_site(site: Site, database: Database, players: int) -> Run:
    """Pings, and then confirmed moves, with so many players, each playing its games one after the other."""
    seats = seats_for(site, database, players)

    async def run() -> tuple[Measured, Measured, dict[str, int]]:
        sat = await sit_down(site, seats)
        return await ping(site, sat), *await play(site, sat)

    pings, moves, confirmed = asyncio.run(run())
    check_the_log(database, confirmed)
    return Run(pings, moves)


def measure_moves(site: Site, database: Database, players: int) -> Measured:
    """Confirmed moves alone."""
    seats = seats_for(site, database, players)

    async def run() -> tuple[Measured, dict[str, int]]:
        return await play(site, await sit_down(site, seats))

    moves, confirmed = asyncio.run(run())
    check_the_log(database, confirmed)
    return moves


def seats_for(site: Site, database: Database, players: int) -> list[list[Seat]]:
    """Players with games for as long as is measured."""
    moves = ONE_PLAYER_MOVES if players == 1 else FASTEST * (WARM_UP + SECONDS) / players
    return seat_players(database, site.environment["SECRET_KEY"], players, int(moves))


async def sit_down(site: Site, seats: list[list[Seat]]) -> Sat:
    """Open every seat's socket."""
    wanted = [
        (f"/ws/game/{seat.game}", {"Cookie": seat.cookie}, address(number))
        for number, own in enumerate(seats)
        for seat in own
    ]
    sockets = iter(await open_sockets(site.port, wanted, HELLO))
    return [[(seat, next(sockets)) for seat in own] for own in seats]


async def ping(site: Site, sat: Sat) -> Measured:
    """Let all players ping from their first seat."""
    assert site.process is not None
    counter = counter_for(sat)
    first = [own[0][1] for own in sat]
    pings = await timed(
        site.process.pid, counter, lambda: back_and_forth(first, b'{"t":"ping","v":1}', is_pong, counter), PING_SECONDS
    )
    counter.most = counter.count
    await asyncio.sleep(0.5)  # the last answers
    return pings


async def play(site: Site, sat: Sat) -> tuple[Measured, dict[str, int]]:
    """Let all players play; also returns how many moves of each game were confirmed."""
    assert site.process is not None
    counter = counter_for(sat)
    players = [BenchPlayer(own, counter) for own in sat]

    def begin() -> None:
        for player in players:
            player.next_game()

    moves = await timed(site.process.pid, counter, begin)
    await asyncio.sleep(0.5)  # what is on its way when the time is up may still be confirmed
    wrong = [player.wrong for player in players if player.wrong]
    if wrong:
        raise AssertionError(f"{len(wrong)} players got another answer than `done`, the first {wrong[0]!r}")
    for _, socket in (seat for own in sat for seat in own):
        socket.transport.abort()
    return moves, {game: count for player in players for game, count in player.confirmed.items()}


def counter_for(sat: Sat) -> "Counter":
    """One that ends the run of a single player."""
    return Counter(ONE_PLAYER_MOVES if len(sat) == 1 else None)


def is_pong(text: bytes) -> bool:
    """Whether a message answers a ping."""
    return text.startswith(b'{"t":"pong"')


class BenchPlayer:
    """Plays its games one after the other, a move when the one before is confirmed."""

    def __init__(self, seats: Sequence[tuple[Seat, Socket]], counter: "Counter") -> None:
        self.seats = iter(seats)
        self.counter = counter
        self.confirmed: dict[str, int] = {}
        self.wrong: bytes | None = None

    def next_game(self) -> None:
        """Say hello at the next table; the time has to be up before the last game is."""
        found = next(self.seats, None)
        if found is None:
            self.wrong = b"out of games before the time was up"
            return
        self.seat, self.socket = found
        self.moves = iter(self.seat.recorded.moves)
        self.confirmed[self.seat.game] = 0
        self.socket.on_text = self.seated
        self.socket.send(HELLO)

    def seated(self, text: bytes) -> None:
        """The table has come: begin to play."""
        if not text.startswith(b'{"t":"table"'):
            self.wrong = text
            return
        self.socket.on_text = self.answered
        self.play()

    def play(self) -> None:
        """Send the next move, or go to the next table after the last."""
        if self.counter.full:
            return
        move = next(self.moves, None)
        if move is None:
            self.socket.on_text = lambda text: None  # the open cards of a game that has ended
            self.next_game()
            return
        count = self.confirmed[self.seat.game]
        self.socket.send(command(f"{count:08}", count + 1, move))

    def answered(self, text: bytes) -> None:
        """A move is confirmed, with the legal moves that follow."""
        if text.startswith(b'{"t":"done"') and b'"legal":[' in text:
            self.confirmed[self.seat.game] += 1
            self.counter.count += 1
            self.play()
        elif not text.startswith((b'{"t":"table"', b'{"t":"hints"')):
            self.wrong = text


# --- both ---


async def open_sockets(
    port: int, wanted: Sequence[tuple[str, dict[str, str], str]], hello: bytes | None = None
) -> list[Socket]:
    """Sockets to a path with headers from an address each, a few opened at a time.

    The handshake is over before the site knows who has come. Where there is a `hello`, it is said on each, and waited
    for the answer.
    """
    turn = asyncio.Semaphore(AT_A_TIME)

    async def one(path: str, headers: dict[str, str], source: str) -> Socket:
        async with turn:
            socket = await open_socket(port, path, headers, source)
            if hello is not None:
                await answer_to(socket, hello)
            return socket

    return await asyncio.gather(*(one(*each) for each in wanted))


async def answer_to(socket: Socket, text: bytes) -> bytes:
    """Say something, and wait for what is said next."""
    answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    socket.on_text = lambda text: None if answer.done() else answer.set_result(text)
    socket.send(text)
    return await asyncio.wait_for(answer, 60)


class Counter:
    """Round trips so far; where `most` is given, the run ends with them."""

    def __init__(self, most: int | None) -> None:
        self.count = 0
        self.most = most

    @property
    def full(self) -> bool:
        """Whether no more are wanted."""
        return self.most is not None and self.count >= self.most


async def timed(pid: int, counter: Counter, begin: Callable[[], None], length: float = SECONDS) -> Measured:
    """Begin, warm up, and measure until the time is up or the counter is full."""
    if counter.most is not None:
        count, cpu, clock = 0, cpu_seconds(pid), time.perf_counter()
        begin()
        async with asyncio.timeout(20):
            while not counter.full:
                await asyncio.sleep(0)
    else:
        begin()
        await asyncio.sleep(WARM_UP * length / SECONDS)
        count, cpu, clock = counter.count, cpu_seconds(pid), time.perf_counter()
        await asyncio.sleep(length)
    seconds = time.perf_counter() - clock
    return Measured(counter.count - count, seconds, (cpu_seconds(pid) - cpu) / seconds)
