"""Who runs on which core: the server has one to itself, the load and the database share the other."""

import contextlib
import os
import resource
from pathlib import Path

import psycopg

from tests import databases

SERVER_CORE, CLIENT_CORE = 0, 1


def be_the_client() -> None:
    """Keep this process, which is the load, off the server's core, and let it have as many sockets as it may."""
    os.sched_setaffinity(0, {CLIENT_CORE} & os.sched_getaffinity(0) or os.sched_getaffinity(0))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def be_the_server(pid: int) -> None:
    """Give the server its core."""
    os.sched_setaffinity(pid, {SERVER_CORE})


def keep_postgresql_away(database: str) -> bool:
    """Put PostgreSQL's processes for a database, and those that write for all, on the load's core.

    Returns whether that was allowed: it is to root, and to whoever PostgreSQL runs as.
    """
    with psycopg.connect(databases.POSTGRESQL_URL, autocommit=True) as admin:
        own = admin.execute("SELECT pid FROM pg_stat_activity WHERE datname = %s OR datname IS NULL", (database,))
        pids = [pid for (pid,) in own.fetchall()]
    try:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(pid, {CLIENT_CORE})
    except PermissionError:
        return False
    return True


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    """Memory that a process has now, in MB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def address(number: int) -> str:
    """A loopback address for a player, a few players to each: limits are counted by address too."""
    return f"127.{1 + number // 4000}.{number // 20 % 200}.1"
