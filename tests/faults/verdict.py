"""What is said of a site after a fault: by the checker, which knows nothing of it, and by the site's own audit."""

from tests.faults.checker import problems
from tests.faults.crowd import Crowd
from tests.faults.logged import rows_of
from tests.server import Site


def nothing_is_wrong(crowd: Crowd, site: Site) -> None:
    """No confirmed move is missing, none is there twice, none is out of order; and the audit is clean.

    To be asked once the crowd has left.
    """
    assert all(player.confirmed for player in crowd.players), "somebody has not played at all"
    found = problems(crowd.told, rows_of(site.database_url))
    assert not found, "\n".join(found)
    audited = site.manage("audit")
    assert audited.returncode == 0, audited.stdout + audited.stderr
