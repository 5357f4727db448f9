"""A real Daphne for tests, started as an operator would, on a database of its own."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60


class Site:
    """One Daphne process serving the whole site on loopback.

    It can be stopped, killed and started again on the same port and database.
    """

    def __init__(
        self, folder: Path, database_url: str, static: Path, *, https: bool = False, **environment: str
    ) -> None:
        self.folder = folder
        self.arguments = ["--https"] if https else []
        self.database_url = database_url
        self.port = unused_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("DEVELOPMENT", "VAR_DIR")},
            "DJANGO_SETTINGS_MODULE": "solitaire.settings",
            "SECRET_KEY": "for tests alone: not a secret, and long enough not to be warned about 0123456789",
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
            "VAR_DIR": str(folder),
            "STATIC_ROOT": str(static),
            "DATABASE_URL": database_url,
            "PACE_LINES": "0",  # nothing is searched for in the background
            "WINNABLE_DEALS": "0",
            **environment,
        }

    @property
    def url(self) -> str:
        """Where its pages are, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        """Where its websockets are, without a slash at the end."""
        return f"ws://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What the server has printed so far."""
        path = self.folder / "server.log"
        return path.read_text() if path.exists() else ""

    def start(self) -> None:
        """Start the process and wait until it answers."""
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-W",
                    "error::RuntimeWarning",
                    "manage.py",
                    "serve",
                    "--port",
                    str(self.port),
                    *self.arguments,
                ],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{self.log}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether something accepts connections on the port."""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """Ask it to end, as an operator would."""
        self.end(signal.SIGTERM)

    def kill(self) -> None:
        """End it without warning."""
        self.end(signal.SIGKILL)

    def end(self, number: signal.Signals) -> None:
        """Send the signal and wait for the process to be gone; nothing where it is gone already."""
        if self.process is None:
            return
        self.process.send_signal(number)
        try:
            self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def manage(self, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        """Run a `manage.py` command on the same database."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            **options,
        )


def unused_port() -> int:
    """A TCP port nobody listens at, out of the range the system gives to connections: it may be needed again."""
    for port in random.SystemRandom().sample(range(20_000, 32_000), 100):  # tests are given one seed, all of them
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")
