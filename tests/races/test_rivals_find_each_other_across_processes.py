"""*Race now* at a site of several processes: the database brings rivals together, whichever process they are at."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.databases import postgresql_url
from tests.live.browsers import Browser
from tests.server import Site

SEEKERS = 10


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def database_url(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{request.getfixturevalue('database')}"
    return postgresql_url(request.getfixturevalue("postgresql_database"))


@pytest.fixture
def sites(database_url: str, static_root: Path, tmp_path: Path):
    """Two servers on one database."""
    started = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        started.append(Site(tmp_path / name, database_url, static_root))
        started[-1].start()
    yield started
    for site in started:
        site.kill()


def test_a_crowd_at_two_processes_is_paired(sites: list[Site]):
    browsers = [Browser(sites[count % 2]) for count in range(SEEKERS)]
    with ThreadPoolExecutor(SEEKERS) as pool:
        answers = list(pool.map(lambda browser: browser.post("/race/now"), browsers))
    assert {answer.status for answer in answers} == {303}
    rooms = [answer.location for answer in answers]
    assert {rooms.count(room) for room in rooms} == {2}
