"""No room for the SQLite file under load: every move is refused until there is, and the log stays whole."""

import resource

from tests.faults.crowd import Crowd
from tests.faults.verdict import nothing_is_wrong
from tests.server import Site

ROOM = 64 * 1024
"""Bytes that are left when the disk begins to fill."""


class Disk:
    """Room for the files of a running server: as if its disk were full, a file that grows any further is refused."""

    def __init__(self, site: Site) -> None:
        assert site.process is not None
        self.folder, self.process = site.folder, site.process.pid

    def fill(self) -> None:
        """Leave a little room, so that the last write fits in part."""
        largest = max(path.stat().st_size for path in self.folder.glob("samedeal.sqlite3*"))
        self._limit(largest + ROOM)

    def clear(self) -> None:
        """Make room again."""
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        resource.prlimit(self.process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_moves_are_refused_until_there_is_room_and_none_is_lost(own_site: Site):
    disk = Disk(own_site)
    with Crowd(own_site) as crowd:
        for _ in range(2):
            crowd.play_on(5)
            before = [player.unavailable for player in crowd.players]
            disk.fill()
            crowd.until(
                lambda: all(p.unavailable > n for p, n in zip(crowd.players, before, strict=True)),  # noqa: B023
                "everybody is told",
            )
            disk.clear()
        crowd.play_on(5)
        assert all(client.arrivals == 1 for client in crowd.clients)
    nothing_is_wrong(crowd, own_site)
