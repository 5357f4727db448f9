"""A real Redis for tests, of their own, on a port nobody uses."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server import unused_port

REDIS = shutil.which("redis-server")
START_SECONDS = 30


class RedisServer:
    """It keeps nothing on disk; it can be stopped and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = unused_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is, as REDIS_URL takes it."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        with (self.folder / "redis.log").open("ab") as log:
            self.process = subprocess.Popen([str(REDIS), *options, "--dir", str(self.folder)], stdout=log, stderr=log)
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"no Redis has started: see {self.folder}/redis.log")
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def stop(self) -> None:
        """End it at once, with all it holds; nothing where it is gone already."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def running(folder: Path) -> Iterator[RedisServer]:
    """A Redis that ends at the end; the test is skipped where there is none to start."""
    if REDIS is None:
        pytest.skip("no redis-server (Debian's package of that name)")
    server = RedisServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
