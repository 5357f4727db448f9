"""`make cluster`: some processes behind nginx, started, used as one site, and ended."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from deploy.cluster import is_ready
from tests import databases
from tests.live.browsers import Browser
from tests.redis_server import RedisServer
from tests.server import ROOT, unused_port

SECONDS = 100


class Cluster:
    """What a browser has to know of it, and what it has printed."""

    def __init__(self, folder: Path, database: str, redis: RedisServer) -> None:
        self.port, self.folder = unused_port(), folder
        self.url, self.ws_url = f"http://127.0.0.1:{self.port}", f"ws://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ,
            "DATABASE_URL": database,
            "REDIS_URL": redis.url,
            "PACE_LINES": "0",
            "WINNABLE_DEALS": "0",
        }
        self.environment.pop("DJANGO_SETTINGS_MODULE", None)
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Start two processes and nginx; what it says once all are there."""
        command = [sys.executable, "deploy/cluster.py", "--port", str(self.port), "--processes", "2"]
        self.process = subprocess.Popen(
            [*command, "--folder", str(self.folder)], cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True
        )
        said = ""
        while "figures at" not in said:
            line = self.process.stdout.readline()  # type: ignore[union-attr]
            assert line, f"{said}\n{self.logs}"
            said += line
        return said

    @property
    def logs(self) -> str:
        return "\n".join(f"{path.name}:\n{path.read_text()[-1000:]}" for path in self.folder.glob("*.log"))

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)  # type: ignore[union-attr]
        self.process.communicate(timeout=60)  # type: ignore[union-attr]


@pytest.fixture
def cluster(postgresql_template: str, own_redis: RedisServer, tmp_path: Path) -> Iterator[Cluster]:
    if not Path("/usr/sbin/nginx").exists():
        pytest.skip("no nginx (Debian's package nginx-light)")
    with databases.new_postgresql_database(postgresql_template) as name:
        folder = tmp_path / "cluster"
        for path in (tmp_path, *tmp_path.parents[:2]):  # nginx serves files as somebody else
            path.chmod(0o755)
        yield Cluster(folder, databases.postgresql_url(name), own_redis)


def process_at(port: int) -> int:
    """The process that serves the site at a port."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().decode().split("\0")
            if "serve" in words and str(port) in words:
                return int(folder.name)
    raise AssertionError(f"nobody serves at {port}")


@pytest.mark.postgresql
@pytest.mark.timeout(240)
def test_any_process_serves_any_socket_and_one_that_dies_is_not_missed(cluster: Any):
    said = cluster.start()
    try:
        ports = [int(port) for port in re.findall(r"a process at 127\.0\.0\.1:(\d+)", said)]
        ana = Browser(cluster)
        page = ana.get("/login")
        static = re.search(r'/static/[^"]+\.css', page.body)
        assert (page.status, static is not None) == (200, True)
        assert ana.get(static[0]).status == 200
        assert ana.get("/readyz").status == 404

        game = ana.deal()
        with ana.socket(game) as player, ana.socket(game) as watcher:  # nginx sends each where fewer are
            player.hello()
            watcher.hello()
            done = player.play("d")
            assert watcher.hear("events")["events"] == done["events"]

        os.kill(process_at(ports[0]), signal.SIGKILL)
        assert ana.get("/login").status == 200
        deadline = time.monotonic() + SECONDS
        while not is_ready(ports[0]):
            assert time.monotonic() < deadline, cluster.logs
            time.sleep(0.1)
        with ana.socket(game) as player:
            assert player.hello()["v"] == done["v"]
    finally:
        cluster.stop()
    assert "Traceback" not in cluster.logs
    assert not any(is_ready(port) for port in ports)
