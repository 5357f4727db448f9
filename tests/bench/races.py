"""How long a racer waits for a confirmed move, with and without a crowd that watches the race.

Eight racers make two moves a second each, on one server process. Rounds with nobody watching and rounds with 200 who
watch take turns, so that whatever else the machine does meets both. In the end every confirmed move is in the log.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests import databases
from tests.bench.cores import address, be_the_client, be_the_server, cpu_seconds
from tests.bench.figure import Figure
from tests.bench.in_django import django_ready
from tests.bench.recorded import RecordedGame, recorded_games
from tests.bench.seats import check_the_log, command, sqlite_at
from tests.bench.websocket import Socket, open_socket
from tests.server import Site

RACERS, WATCHERS = 8, 200
GOAL = 1 / 1.25
"""With everybody watching a move takes at most 1.25 times as long."""
EVERY_S = 0.5
ROUNDS, ROUND_S = 5, 4.0
START_S = 40
"""The countdown, and what a busy machine needs to get there."""


class Seat(NamedTuple):
    """A racer's game, and the cookie they play it with."""

    game: str
    cookie: str


def figures() -> Iterator[Figure]:
    """The time of a confirmed move with nobody watching, over that with a crowd."""
    django_ready()
    be_the_client()
    with tempfile.TemporaryDirectory() as folder:
        bench = measure(Path(folder))
    alone, watched = bench.alone, bench.watched
    frames = bench.frames / (WATCHERS * ROUNDS * ROUND_S)
    note = f"median {ms(alone)} alone, {ms(watched)} watched by {WATCHERS}"
    note += f"; mean {ms(alone, statistics.fmean)} and {ms(watched, statistics.fmean)}"
    note += f"; a watcher got {frames:.1f} frames a second"
    note += f"; server busy {bench.busy[0]:.0%} and {bench.busy[1]:.0%}"
    counts = 0 < frames <= 10.5
    ratio = statistics.median(alone) / statistics.median(watched)
    yield Figure(f"races: {RACERS} racers, {WATCHERS} watchers", ratio, GOAL, note, counts)


def ms(times: Sequence[float], average=statistics.median) -> str:
    """An average of times in seconds, in milliseconds."""
    return f"{average(times) * 1000:.2f} ms"


def measure(folder: Path) -> "Bench":
    """Run the bench on a database in `folder`."""
    path = folder / "samedeal.sqlite3"
    databases.migrate_sqlite(path)
    site = Site(folder, f"sqlite:///{path}", folder / "static", PACE_LINES="0", WINNABLE_DEALS="0")
    recorded = max(recorded_games(), key=lambda game: len(game.moves))
    with databases.django_on(NAME=str(path)):
        race_id, seats = seat_racers(recorded, site.environment["SECRET_KEY"])
    site.start()
    assert site.process is not None
    be_the_server(site.process.pid)
    try:
        bench = Bench(site, race_id, seats, recorded)
        asyncio.run(bench.run())
    finally:
        site.stop()
    check_the_log(sqlite_at(path), {racer.seat.game: racer.confirmed for racer in bench.racers})
    return bench


def seat_racers(recorded: RecordedGame, secret_key: str) -> tuple[str, list[Seat]]:
    """Make guests with sessions, all with a seat in one race and ready; its id, and their seats."""
    from django.test import Client, override_settings

    from solitaire.log import writer
    from solitaire.players.joining import new_guest
    from solitaire.races import commands
    from solitaire.races.race import Options
    from solitaire.rules.deals import Deal

    deal = Deal.parse(recorded.code)
    options = Options(deal.family, deal.draw, deal.ruleset, seats=RACERS)
    seats, race_id = [], ""
    with override_settings(SECRET_KEY=secret_key):
        for _ in range(RACERS):
            player, client = new_guest(), Client()
            client.force_login(player)
            race = commands.join(race_id, player.pk) if race_id else commands.create(player.pk, options, deal)
            race_id = race.id
            commands.mark(race_id, player.pk, ready=True)
            seats.append(Seat(race.seats[-1].game, f"sessionid={client.cookies['sessionid'].value}"))
    writer.stop()
    return race_id, seats


class Bench:
    """One race, its racers, and those who come and go to watch it."""

    def __init__(self, site: Site, race_id: str, seats: Sequence[Seat], recorded: RecordedGame) -> None:
        self.site = site
        self.race_path = f"/ws/race/{race_id}"
        self.racers = [BenchRacer(seat, recorded.moves) for seat in seats]
        self.alone: list[float] = []
        self.watched: list[float] = []
        self.frames = 0
        self.busy = [0.0, 0.0]  # the part of its core that the server used, alone and watched

    async def run(self) -> None:
        """Open the racers' sockets, wait for the start, and race."""
        for number, racer in enumerate(self.racers):
            headers = {"Cookie": racer.seat.cookie}
            looking = await open_socket(self.site.port, self.race_path, headers, address(number))
            looking.send(b'{"t":"hello"}')
            game_path = f"/ws/game/{racer.seat.game}"
            racer.sit_down(await open_socket(self.site.port, game_path, headers, address(number)))
        async with asyncio.timeout(START_S):
            await asyncio.gather(*(racer.dealt.wait() for racer in self.racers))
        await self.race(1.0)
        for _ in range(ROUNDS):
            self.alone += await self.timed_race(0)
            watchers = await self.let_watch()
            for watcher in watchers:
                watcher.on_text = self.count
            self.watched += await self.timed_race(1)
            for watcher in watchers:
                watcher.transport.close()
            await asyncio.sleep(0.5)  # who has gone is told, too

    async def timed_race(self, which: int) -> list[float]:
        """As `race`, for one round, and how busy the server was."""
        assert self.site.process is not None
        pid = self.site.process.pid
        before, clock = cpu_seconds(pid), time.perf_counter()
        times = await self.race(ROUND_S)
        self.busy[which] += (cpu_seconds(pid) - before) / (time.perf_counter() - clock) / ROUNDS
        return times

    async def let_watch(self) -> list[Socket]:
        """Open the sockets of all who watch."""
        watchers = []
        for number in range(WATCHERS):
            watcher = await open_socket(self.site.port, self.race_path, {}, address(RACERS + number))
            watcher.send(b'{"t":"hello"}')
            watchers.append(watcher)
        await asyncio.sleep(1.5)  # who has come is told to all
        return watchers

    def count(self, text: bytes) -> None:
        """A watcher has been sent something."""
        self.frames += text.startswith(b'{"t":"lanes"')

    async def race(self, seconds: float) -> list[float]:
        """Let all racers play for so long, evenly spread; how long each move took."""
        until = time.perf_counter() + seconds
        spread = EVERY_S / len(self.racers)
        times = await asyncio.gather(*(racer.play(until, number * spread) for number, racer in enumerate(self.racers)))
        return [taken for own in times for taken in own]


class BenchRacer:
    """Plays a recorded game, a move at every tick."""

    def __init__(self, seat: Seat, moves: Sequence[str]) -> None:
        self.seat = seat
        self.moves = moves
        self.confirmed = 0
        self.dealt = asyncio.Event()
        self.answer: asyncio.Future[bytes] | None = None

    def sit_down(self, socket: Socket) -> None:
        """Wait for the cards at this socket."""
        self.socket = socket
        socket.on_text = self.heard
        socket.send(b'{"t":"hello","after":0}')

    def heard(self, text: bytes) -> None:
        """The cards have come, or a move is confirmed."""
        if text.startswith(b'{"t":"table"'):
            self.dealt.set()
        elif self.answer is not None and not self.answer.done():
            self.answer.set_result(text)

    async def play(self, until: float, delay: float) -> list[float]:
        """Make a move every so often; how long each took to be confirmed, in seconds."""
        times = []
        next_at = time.perf_counter() + delay
        while next_at < until:
            await asyncio.sleep(next_at - time.perf_counter())
            times.append(await self.move())
            next_at = max(next_at + EVERY_S, time.perf_counter())
        return times

    async def move(self) -> float:
        """Make the next move; how long it took."""
        self.answer = asyncio.get_running_loop().create_future()
        begun = time.perf_counter()
        self.socket.send(command(f"{self.confirmed:08}", self.confirmed + 1, self.moves[self.confirmed]))
        text = await asyncio.wait_for(self.answer, 20)
        if not text.startswith(b'{"t":"done"'):
            raise AssertionError(f"a move got another answer than `done`: {text!r}")
        self.confirmed += 1
        return time.perf_counter() - begun
