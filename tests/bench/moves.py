"""Confirmed moves over the websocket beside an empty Channels echo under the same Daphne.

Each bench player replays whole recorded games, one after the other, on sockets opened before the clock runs: a move is
sent when the one before it is confirmed. Limits and authorisation are those of production. In the end every confirmed
move has to be in the log.
"""

import asyncio
import itertools
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests import databases
from tests.bench.figure import Figure, per_second
from tests.bench.in_django import django_ready
from tests.bench.recorded import RecordedGame, recorded_games
from tests.bench.websocket import Socket, open_socket
from tests.server import ROOT, Site, unused_port

PLAYERS = {1: None, 50: 1.2, 200: 1.2}
"""How many play at once, and the goal for each. One alone is held back by the limits, so it plays at their pace."""

WARM_UP, SECONDS = 1.0, 4.0
BUSY = 0.9
"""The least part of its core the server has to use, with more than one player, for a run to count."""

ONE_PLAYER_MOVES = 120
"""One player's moves, on either side: what a burst allows, so that the limits do not slow it down."""

SERVER_CORE, CLIENT_CORE = 0, 1


class Seat(NamedTuple):
    """A game of a bench player's: who plays it, under which cookie, and what is played."""

    game: str
    cookie: str
    recorded: RecordedGame


class Measured(NamedTuple):
    """Round trips in so many seconds, and the part of its core that the server used meanwhile."""

    count: int
    seconds: float
    busy: float

    @property
    def rate(self) -> float:
        """Round trips a second."""
        return self.count / self.seconds


def figures() -> Iterator[Figure]:
    """Confirmed moves a second over echoes a second, for each number of players."""
    django_ready()
    os.sched_setaffinity(0, {CLIENT_CORE} & os.sched_getaffinity(0) or os.sched_getaffinity(0))
    for players, goal in PLAYERS.items():
        with tempfile.TemporaryDirectory() as folder:
            echo = measure_echo(players)
            moves = measure_moves(Path(folder), players)
        idle = [name for name, run in (("echo", echo), ("moves", moves)) if run.busy < BUSY]
        note = f"moves {per_second(moves.count, moves.seconds)}, echo {per_second(echo.count, echo.seconds)}"
        note += f", server busy {moves.busy:.0%} and {echo.busy:.0%}"
        counts = players == 1 or not idle
        if not counts:
            note += f"; does not count: the server was not busy enough ({', '.join(idle)})"
        yield Figure(f"moves: {players} players", moves.rate / echo.rate, goal, note, counts)


# --- the echo ---


def measure_echo(players: int) -> Measured:
    """The echo's round trips with so many sockets, each sending its next message when the last has come back."""
    port = unused_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.echo", str(port)],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.sched_setaffinity(server.pid, {SERVER_CORE})
    try:
        wait_until_it_answers(port)
        return asyncio.run(echo_all(server.pid, port, players))
    finally:
        server.kill()
        server.wait()


def wait_until_it_answers(port: int) -> None:
    """Wait for a server to listen; raises `TimeoutError`."""
    import socket

    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"nothing answers at port {port}")


async def echo_all(pid: int, port: int, players: int) -> Measured:
    """Open the sockets, then keep all of them going."""
    message = command("00000000", 100, "45x3")
    sockets = [await open_socket(port, "/ws/echo", {}, address(number)) for number in range(players)]
    counter = Counter(ONE_PLAYER_MOVES if players == 1 else None)

    def answer(socket: Socket) -> Callable[[bytes], None]:
        def heard(text: bytes) -> None:
            if text != message:
                raise AssertionError(f"the echo changed the message: {text!r}")
            counter.count += 1
            if not counter.full:
                socket.send(message)

        return heard

    async def begin() -> None:
        for socket in sockets:
            socket.on_text = answer(socket)
            socket.send(message)

    return await timed(pid, counter, begin)


# --- the moves ---


def measure_moves(folder: Path, players: int) -> Measured:
    """Confirmed moves with so many players, each playing its games one after the other."""
    path = folder / "samedeal.sqlite3"
    databases.migrate_sqlite(path)
    site = Site(folder, f"sqlite:///{path}", folder / "static")
    with databases.django_on(NAME=str(path)):
        seats = seat_players(players, site.environment["SECRET_KEY"])
    site.start()
    assert site.process is not None
    os.sched_setaffinity(site.process.pid, {SERVER_CORE})
    try:
        measured, confirmed = asyncio.run(play_all(site, seats))
    finally:
        site.stop()
    check_the_log(path, confirmed)
    return measured


def seat_players(players: int, secret_key: str) -> list[list[Seat]]:
    """Make players with sessions, and deal each more games than the time allows; a list of seats a player."""
    from django.test import Client, override_settings

    from solitaire.live.new_game import deal_game
    from solitaire.log import writer
    from solitaire.players.joining import new_guest
    from solitaire.rules.deals import Deal

    games = itertools.cycle(recorded_games())
    each = max(6, min(12, 1200 // players))
    seats = []
    with override_settings(SECRET_KEY=secret_key):
        for _ in range(players):
            player, client = new_guest(), Client()
            client.force_login(player)
            cookie = f"sessionid={client.cookies['sessionid'].value}"
            recorded = [next(games) for _ in range(each)]
            seats.append([Seat(deal_game(player.pk, Deal.parse(game.code)), cookie, game) for game in recorded])
    writer.stop()
    return seats


async def play_all(site: Site, seats: list[list[Seat]]) -> tuple[Measured, dict[str, int]]:
    """Open every seat's socket, then let all players play; also returns how many moves of each game were confirmed."""
    counter = Counter(ONE_PLAYER_MOVES if len(seats) == 1 else None)
    players = []
    for number, own in enumerate(seats):
        sockets = [
            await open_socket(site.port, f"/ws/game/{seat.game}", {"Cookie": seat.cookie}, address(number))
            for seat in own
        ]
        players.append(BenchPlayer(list(zip(own, sockets, strict=True)), counter))

    async def begin() -> None:
        for player in players:
            player.next_game()

    assert site.process is not None
    measured = await timed(site.process.pid, counter, begin)
    await asyncio.sleep(0.5)  # what is on its way when the time is up may still be confirmed
    wrong = [player.wrong for player in players if player.wrong]
    if wrong:
        raise AssertionError(f"{len(wrong)} players got another answer than `done`, the first {wrong[0]!r}")
    return measured, {game: count for player in players for game, count in player.confirmed.items()}


class BenchPlayer:
    """Plays its games one after the other, a move when the one before is confirmed."""

    def __init__(self, seats: list[tuple[Seat, Socket]], counter: "Counter") -> None:
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
        self.socket.send(b'{"t":"hello","after":0}')

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


def command(command_id: str, after: int, move: str) -> bytes:
    """A move as a browser sends it."""
    return json.dumps({"t": "move", "id": command_id, "after": after, "move": move}, separators=(",", ":")).encode()


def check_the_log(path: Path, confirmed: dict[str, int]) -> None:
    """Every confirmed move is in the log, in order; raises `AssertionError` for the first game of which one is not."""
    moves = {game.code: game.moves for game in recorded_games()}
    with sqlite3.connect(path) as connection:
        for game, count in confirmed.items():
            rows = connection.execute(
                "SELECT data FROM log_event WHERE stream = ? ORDER BY version", [f"game:{game}"]
            ).fetchall()
            code = json.loads(rows[0][0])["code"]
            stored = [json.loads(data) for (data,) in rows[1:]]
            if len(stored) < count or stored != moves[code][: len(stored)]:
                raise AssertionError(f"game {game}: {count} moves were confirmed, the log has {len(stored)} other ones")


# --- both ---


class Counter:
    """Round trips so far; where `most` is given, the run ends with them."""

    def __init__(self, most: int | None) -> None:
        self.count = 0
        self.most = most

    @property
    def full(self) -> bool:
        """Whether no more are wanted."""
        return self.most is not None and self.count >= self.most


async def timed(pid: int, counter: Counter, begin: Callable[[], Awaitable[None]]) -> Measured:
    """Begin, warm up, and measure until the time is up or the counter is full."""
    if counter.most is not None:
        count, cpu, clock = 0, cpu_seconds(pid), time.perf_counter()
        await begin()
        async with asyncio.timeout(20):
            while not counter.full:
                await asyncio.sleep(0)
    else:
        await begin()
        await asyncio.sleep(WARM_UP)
        count, cpu, clock = counter.count, cpu_seconds(pid), time.perf_counter()
        await asyncio.sleep(SECONDS)
    seconds = time.perf_counter() - clock
    return Measured(counter.count - count, seconds, (cpu_seconds(pid) - cpu) / seconds)


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def address(number: int) -> str:
    """A loopback address for a player, a few players to each: limits are counted by address too."""
    return f"127.1.{number // 20}.1"
