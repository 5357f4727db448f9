"""Servers of nothing but an empty consumer, each a process of its own, to compare the site with."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tests.bench.cores import be_the_server
from tests.server import ROOT, unused_port


class Served(NamedTuple):
    """Where such a server answers."""

    pid: int
    port: int


@contextmanager
def served(module: str, *arguments: str) -> Iterator[Served]:
    """`python -m tests.bench.MODULE PORT ARGUMENTS…`, on the server's core, until the end."""
    port = unused_port()
    server = subprocess.Popen(
        [sys.executable, "-m", f"tests.bench.{module}", str(port), *arguments],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    be_the_server(server.pid)
    try:
        wait_until_it_answers(port)
        yield Served(server.pid, port)
    finally:
        server.kill()
        server.wait()


def wait_until_it_answers(port: int) -> None:
    """Wait for a server to listen; raises `TimeoutError`."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"nothing answers at port {port}")
