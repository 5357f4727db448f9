"""`make cluster`: the site on this machine as an operator would run it, on loopback.

PostgreSQL, Redis, some processes of the site, and nginx before them with the configuration of `nginx.conf`, less TLS.
What they keep is in `var/cluster/`; Ctrl+C ends them all. With `DATABASE_URL` or `REDIS_URL` set, those are used.
"""

import argparse
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PATIENCE_S = 120
AGAIN_S = 1
"""A process of the site that has ended is started again after so long, as systemd does."""
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/sbin", "/usr/local/sbin")
PACKAGES = {"initdb": "postgresql", "redis-server": "redis-server", "nginx": "nginx-light"}


def main() -> None:
    """Start everything, and keep it running until told to stop."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port", type=int, default=8000, help="where nginx listens on loopback (8000)")
    options.add_argument("--processes", type=int, default=4, help="how many processes of the site (4)")
    options.add_argument("--folder", type=Path, default=ROOT / "var" / "cluster", help="where it keeps its files")
    chosen = options.parse_args()
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    Cluster(chosen.folder.resolve(), chosen.port, chosen.processes).run()


def _stop(*_: object) -> NoReturn:
    raise KeyboardInterrupt


class Cluster:
    """All processes, in the order in which they were started."""

    def __init__(self, folder: Path, port: int, processes: int) -> None:
        self.folder, self.port = folder, port
        ports = unused_ports(2 * processes)
        self.ports = ports[:processes]
        self.figures = dict(zip(self.ports, ports[processes:], strict=True))
        self.own_database = "DATABASE_URL" not in os.environ
        self.own_redis = "REDIS_URL" not in os.environ
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.settings = dict(os.environ)

    def run(self) -> None:
        """Start all, wait for Ctrl+C, end all."""
        self._look_for_programs()
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            self._start()
            print(f"Samedeal is at http://127.0.0.1:{self.port}/  (stop with Ctrl+C)")
            for port in self.ports:
                print(f"  a process at 127.0.0.1:{port}, its log in {self._log(f'site-{port}')}")
            print(f"  figures at http://127.0.0.1:{self.figures[self.ports[0]]}/metrics and so on", flush=True)
            while True:
                self._restart_what_has_ended()
                time.sleep(AGAIN_S)
        except KeyboardInterrupt:
            print("Stopping.", flush=True)
        finally:
            self._end()

    def _look_for_programs(self) -> None:
        needed = ["nginx"] + ["initdb"] * self.own_database + ["redis-server"] * self.own_redis
        missing = [PACKAGES[name] for name in needed if program(name) is None]
        if missing:
            sys.exit(f"make cluster needs more than there is. On Debian: apt-get install {' '.join(missing)}")

    def _start(self) -> None:
        self._set_up()
        if self.own_database:
            self._start_database()
        if self.own_redis:
            self._start_redis()
        print("Preparing the database and the static files …", flush=True)
        self._manage("migrate", "--verbosity", "0")
        self._manage("collectstatic", "--no-input", "--verbosity", "0")
        for port in self.ports:
            self._start_site(port)
        for port in self.ports:
            wait_for(lambda port=port: is_ready(port), f"the process at port {port}", self._log(f"site-{port}"))
        self._start_nginx()

    def _set_up(self) -> None:
        key = self.folder / "key"
        if not key.exists():
            key.touch(mode=0o600)
            key.write_text(secrets.token_urlsafe(50))
        self.settings.pop("DEVELOPMENT", None)
        self.settings |= {
            "SECRET_KEY": key.read_text(),
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
            "TRUSTED_PROXIES": "127.0.0.1",
            "VAR_DIR": str(self.folder),
            "STATIC_ROOT": str(self.folder / "static"),
        }

    def _start_database(self) -> None:
        port, data = unused_ports(1)[0], self.folder / "postgresql"
        data.mkdir(exist_ok=True)
        owner: dict[str, Any] = {"cwd": data}
        if os.getuid() == 0:  # PostgreSQL does not run as root
            shutil.chown(data, "postgres", "postgres")
            owner |= {"user": "postgres", "group": "postgres", "extra_groups": []}
        cluster = data / "cluster"
        if not (cluster / "PG_VERSION").exists():
            initdb = [need("initdb"), "--pgdata", str(cluster), "--auth", "trust", "--username", "samedeal"]
            self._do([*initdb, "--encoding", "UTF8", "--locale", "C", "--data-checksums"], "postgresql", **owner)
        options = ["-D", str(cluster), "-p", str(port), "-c", "listen_addresses=127.0.0.1"]
        options += ["-c", f"unix_socket_directories={data}"]
        self._launch("postgresql", [need("postgres"), *options], owner)
        url = f"postgresql://samedeal@127.0.0.1:{port}"
        wait_for(
            lambda: ended_well([need("pg_isready"), "-q", "-d", f"{url}/postgres"]),
            "PostgreSQL",
            self._log("postgresql"),
        )
        known = subprocess.run(
            [need("psql"), f"{url}/postgres", "-Atc", "SELECT 1 FROM pg_database WHERE datname = 'samedeal'"],
            check=True,
            capture_output=True,
        )
        if not known.stdout.strip():
            self._do([need("createdb"), "--maintenance-db", f"{url}/postgres", "samedeal"], "postgresql")
        self.settings["DATABASE_URL"] = f"{url}/samedeal"

    def _start_redis(self) -> None:
        port = unused_ports(1)[0]
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._launch("redis", [need("redis-server"), *options, "--dir", str(self.folder)])
        wait_for(lambda: answers(port), "Redis", self._log("redis"))
        self.settings["REDIS_URL"] = f"redis://127.0.0.1:{port}/0"

    def _start_site(self, port: int) -> None:
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        self._launch(f"site-{port}", command, METRICS=f"127.0.0.1:{self.figures[port]}")

    def _start_nginx(self) -> None:
        folder = self.folder / "nginx"
        folder.mkdir(exist_ok=True)
        configuration = folder / "nginx.conf"
        static = self.folder / "static"
        configuration.write_text(nginx_configuration(folder, self.port, self.ports, static))
        self._launch("nginx", [need("nginx"), "-e", "stderr", "-p", str(folder), "-c", str(configuration)])
        wait_for(lambda: answers(self.port), "nginx", self._log("nginx"))

    def _restart_what_has_ended(self) -> None:
        for name, process in list(self.running.items()):
            if process.poll() is not None:
                kind, _, port = name.partition("-")
                if kind != "site":
                    sys.exit(f"{name} has ended: see {self._log(name)}")
                print(f"{name} has ended ({process.returncode}), and is started again.", flush=True)
                self._start_site(int(port))

    def _end(self) -> None:
        """End all, whoever was started last first; each gets the time for a good end."""
        for name, process in reversed(self.running.items()):
            if process.poll() is None:
                # nginx and PostgreSQL would wait for their clients at a SIGTERM of the friendliest kind.
                process.send_signal(signal.SIGINT if name == "postgresql" else signal.SIGTERM)
        for process in self.running.values():
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()

    def _manage(self, *arguments: str) -> None:
        self._do([sys.executable, "manage.py", *arguments], "prepare")

    def _do(self, command: list[str], name: str, **options: Any) -> None:
        """Run something that ends by itself, and give up where it fails."""
        with self._log(name).open("ab") as log:
            ended = subprocess.run(
                command, **{"cwd": ROOT, **options}, env=self.settings, stdout=log, stderr=log, check=False
            )
        if ended.returncode:
            sys.exit(f"{' '.join(command[:3])} … has failed: see {self._log(name)}")

    def _launch(self, name: str, command: list[str], options: dict[str, Any] | None = None, **settings: str) -> None:
        """Start something that runs on, out of the reach of the terminal's Ctrl+C."""
        with self._log(name).open("ab") as log:
            self.running[name] = subprocess.Popen(
                command,
                **{"cwd": ROOT, **(options or {})},
                env=self.settings | settings,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"


def nginx_configuration(folder: Path, port: int, ports: list[int], static: Path) -> str:
    """The configuration of `nginx.conf` for loopback: without TLS, these ports, and what has to stand around it."""
    site = (HERE / "nginx.conf").read_text()
    servers = "".join(f"    server 127.0.0.1:{one} max_fails=1 fail_timeout=2s;\n" for one in ports)
    first, last = site.index("    server 127.0.0.1:8001"), site.index("    keepalive 32;")
    site = site[:first] + servers + site[last:]
    first, last = site.index("server {\n    listen 80;"), site.index("    access_log /var/log")
    site = (
        site[:first]
        + f"server {{\n    listen 127.0.0.1:{port};\n    server_name 127.0.0.1 localhost;\n\n"
        + site[last:]
    )
    site = site.replace("/var/lib/samedeal/static/", f"{static}/").replace(
        "/var/log/nginx/samedeal.log", f"{folder}/access.log"
    )
    paths = "".join(
        f"    {name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off;\npid {folder}/pid;\n{'user root;' if os.getuid() == 0 else ''}\nworker_processes 1;\n"
        "worker_rlimit_nofile 20000;\nevents { worker_connections 10000; }\n"
        f"http {{\n    include /etc/nginx/mime.types;\n{paths}\n{site}}}\n"
    )


def program(name: str) -> str | None:
    """Where a program is; Debian keeps some off the path."""
    places = [str(place) for pattern in PLACES for place in sorted(Path("/").glob(pattern[1:]), reverse=True)]
    return shutil.which(name, path=os.pathsep.join([*places, os.environ.get("PATH", "")]))


def need(name: str) -> str:
    """Where a program is that has to be there."""
    found = program(name)
    if found is None:
        sys.exit(f"{name} is missing")
    return found


def unused_ports(count: int) -> list[int]:
    """So many TCP ports nobody listens at, out of the range the system gives to connections."""
    found: list[int] = []
    for port in random.sample(range(20_000, 32_000), 1000):
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            found.append(port)
        if len(found) == count:
            return found
    sys.exit("too few ports are free between 20000 and 32000")


def ended_well(command: list[str]) -> bool:
    """Whether a command says yes."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def answers(port: int) -> bool:
    """Whether somebody listens at a port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def is_ready(port: int) -> bool:
    """Whether the process of the site at a port is ready."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


def wait_for(is_there: Callable[[], bool], what: str, log: Path) -> None:
    """Wait until something is there, and give up after a while."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_there():
        if time.monotonic() > deadline:
            sys.exit(f"{what} has not started within {PATIENCE_S} s: see {log}")
        time.sleep(0.1)


if __name__ == "__main__":
    main()
