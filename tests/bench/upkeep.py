"""`manage.py audit` and `rebuild` on a log of many events: how long beside a bare fold, and whether memory stays flat.

`UPKEEP_EVENTS` says how many: 100,000 unless set, 1,000,000 for the figures that deploy/README.md gives.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from tests import databases
from tests.bench.figure import Figure, per_second
from tests.bench.in_django import django_ready
from tests.bench.recorded import RecordedGame, recorded_games
from tests.server import ROOT

EVENTS = int(os.environ.get("UPKEEP_EVENTS", "100000"))
PLAYERS = 200
SMALLER = 2
"""Memory is compared with that on a log so many times smaller."""
ENOUGH = 100_000
"""Games are read 500 at a time, and two such parts are in memory: below so many events there are no two."""
COMMANDS = {"audit": 0.05, "rebuild": 0.05}
"""Events a second of each beside those of a bare fold, at least."""
STATED_S = {"audit": 600, "rebuild": 900}
"""Seconds in which deploy/README.md says that a million events are done."""
A_MILLION = 1_000_000
FLAT = 0.9
"""Memory on the smaller log is at least so much of that on the larger one."""


class Ran(NamedTuple):
    """How long a command took, and the most memory it had, in MB."""

    seconds: float
    megabytes: float


def figures() -> Iterator[Figure]:
    """Both commands on both logs."""
    django_ready()
    games = [game for game in recorded_games() if len(game.moves) > 50]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        template = folder / "template.sqlite3"
        databases.migrate_sqlite(template)
        bare = bare_fold(games)
        small, few = site(template, folder / "small.sqlite3", games, EVENTS // SMALLER)
        large, many = site(template, folder / "large.sqlite3", games, EVENTS)
        for command, goal in COMMANDS.items():
            before, ran = run(command, small), run(command, large)
            rate = per_second(many, ran.seconds)
            note = f"{many:,} events in {ran.seconds:.0f} s, {rate}, bare fold {bare:,.0f}/s"
            yield Figure(f"upkeep: {command}", many / ran.seconds / bare, goal, note)
            a_million = ran.seconds * A_MILLION / many
            note = f"{a_million:.0f} s for a million events, {STATED_S[command]} s stated"
            in_time = 1 if many >= ENOUGH else None  # of fewer, most is the time that a command takes to begin
            yield Figure(f"upkeep: {command} in time", STATED_S[command] / a_million, in_time, note)
            note = f"{before.megabytes:.0f} MB at {few:,} events, {ran.megabytes:.0f} MB at {many:,}"
            flat = FLAT if few >= ENOUGH else None
            yield Figure(f"upkeep: memory of {command}", before.megabytes / ran.megabytes, flat, note)


def bare_fold(games: list[RecordedGame]) -> float:
    """Moves a second of the rules alone."""
    from solitaire.rules.deals import Deal
    from solitaire.rules.game import start

    began, moves = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < 2:
        for recorded in games:
            game = start(Deal.parse(recorded.code))
            for move in recorded.moves:
                game = game.play(move).game
            moves += len(recorded.moves)
    return moves / passed


def site(template: Path, path: Path, games: list[RecordedGame], events: int) -> tuple[Path, int]:
    """A database with at least so many events of games, and how many it has."""
    from solitaire.log import store, writer
    from solitaire.players import joining
    from tests.replays import seed

    databases.copy_sqlite(template, path)
    with databases.django_on(NAME=str(path)):
        players = cycle([joining.new_guest() for _ in range(PLAYERS)])
        written = 0
        for recorded in cycle(games):
            if written >= events:
                break
            seed.move(seed.deal(next(players), recorded.code), *recorded.moves)
            written += 1 + len(recorded.moves)
        writer.stop()
        return path, store.counts().events


def run(command: str, path: Path) -> Ran:
    """Run a command of `manage.py` on a database."""
    environment = {**os.environ, "DEVELOPMENT": "1", "DATABASE_URL": f"sqlite:///{path}"}
    environment["DJANGO_SETTINGS_MODULE"] = "tests.settings"  # where nobody is flagged for playing quickly
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "manage.py", command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise AssertionError(f"{command} has failed:\n{said[-2000:]}")
    return Ran(time.perf_counter() - began, used.ru_maxrss / 1024)
