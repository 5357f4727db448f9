"""A real PostgreSQL for tests, of their own, that may be stopped and started."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server import unused_port

OWNER = "postgres"
"""PostgreSQL refuses to be run by root: then this user runs it."""


def programs() -> Path | None:
    """Where the newest PostgreSQL's programs are, Debian's way or on the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    found = debian[-1] if debian else shutil.which("initdb")
    return Path(found).parent if found else None


class PostgreSQLServer:
    """A cluster with one empty database; it can be stopped and started again on the same port."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs = folder, programs
        self.port = unused_port()
        self.as_owner = ["runuser", "-u", OWNER, "--"] if os.geteuid() == 0 else []
        if self.as_owner:
            shutil.chown(folder, OWNER)
        self._do("initdb", "--auth", "trust", "--username", "samedeal", "--encoding", "UTF8", "--locale", "C")

    @property
    def url(self) -> str:
        """Where its database is, as DATABASE_URL takes it."""
        return f"postgresql://samedeal@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        listens = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self._do("pg_ctl", "--log", str(self.folder / "log"), "--wait", "--options", listens, "start")

    def stop(self) -> None:
        """End it as if the power had gone."""
        self._do("pg_ctl", "--wait", "--mode", "immediate", "stop")

    def _do(self, program: str, *arguments: str) -> None:
        command = [*self.as_owner, str(self.programs / program), "--pgdata", str(self.folder / "cluster"), *arguments]
        subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, check=True, timeout=60)


@contextmanager
def running() -> Iterator[PostgreSQLServer]:
    """A PostgreSQL that ends at the end; the test is skipped where there is none to start."""
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL to start (Debian's package postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="samedeal-postgresql-"))  # the tests' own folders are closed to its user
    try:
        server = PostgreSQLServer(folder, found)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)
