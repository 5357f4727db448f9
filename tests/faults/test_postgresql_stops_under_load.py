"""PostgreSQL gone for ten seconds under load: everybody is told, and plays on once it is there again."""

import time
from collections.abc import Iterator
from pathlib import Path

import dj_database_url
import pytest
from django.core.management import call_command

from tests import databases, postgresql_server
from tests.faults.crowd import Crowd
from tests.faults.verdict import nothing_is_wrong
from tests.live.browsers import Browser
from tests.postgresql_server import PostgreSQLServer
from tests.server import Site

GONE_S = 10
BACK_S = 30
"""Until pages are served again: far more than the site takes, for busy machines."""


@pytest.fixture
def own_postgresql(django_db_blocker) -> Iterator[PostgreSQLServer]:
    """A PostgreSQL nobody else uses, with a migrated database."""
    with postgresql_server.running() as server:
        with django_db_blocker.unblock(), databases.django_on(**dj_database_url.parse(server.url), OPTIONS={}):
            call_command("migrate", verbosity=0)
        yield server


@pytest.fixture
def site(own_postgresql: PostgreSQLServer, static_root: Path, tmp_path: Path) -> Iterator[Site]:
    """A site on it."""
    site = Site(tmp_path, own_postgresql.url, static_root)
    site.start()
    yield site
    site.kill()


@pytest.mark.postgresql
def test_nothing_confirmed_is_lost_and_the_site_comes_back(own_postgresql: PostgreSQLServer, site: Site):
    visitor = Browser(site)
    with Crowd(site) as crowd:
        crowd.play_on(5)
        own_postgresql.stop()
        back_at = time.monotonic() + GONE_S
        crowd.until(lambda: all(player.unavailable for player in crowd.players), "everybody is told")
        assert visitor.get("/readyz").status == 503
        time.sleep(max(0, back_at - time.monotonic()))
        own_postgresql.start()
        deals_again(visitor)
        crowd.play_on(5)
    nothing_is_wrong(crowd, site)


def deals_again(visitor: Browser) -> None:
    """Wait until a page that reads and writes is served."""
    deadline = time.monotonic() + BACK_S
    while visitor.post("/play", code="KL1-D1N-AAAAAAG").status != 303:
        assert time.monotonic() < deadline, "the site has not come back"
        time.sleep(0.2)
