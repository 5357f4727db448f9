"""Browsers at a real site, and what the live part keeps for a whole process, made anew for each test."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from solitaire.live import off_loop
from tests.databases import copy_sqlite
from tests.live.browsers import Browser
from tests.rules.tables import examples
from tests.server import Site

QUICK = {"DJANGO_SETTINGS_MODULE": "tests.live.quick_settings"}


@pytest.fixture
def database(database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """As everywhere, and the threads for slow work know no other database."""
    with ThreadPoolExecutor(off_loop.THREADS) as pool:
        monkeypatch.setattr(off_loop, "_pool", pool)
        yield database


@pytest.fixture(scope="session")
def quick_site(sqlite_template: Path, static_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with short times and small numbers (see `quick_settings`)."""
    folder = tmp_path_factory.mktemp("quick-site")
    path = copy_sqlite(sqlite_template, folder / "samedeal.sqlite3")
    site = Site(folder, f"sqlite:///{path}", static_root, **QUICK)
    site.start()
    yield site
    site.kill()


@pytest.fixture(scope="session")
def second_site(quick_site: Site, static_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Another server on the quick site's database."""
    site = Site(tmp_path_factory.mktemp("second-site"), quick_site.database_url, static_root, **QUICK)
    site.start()
    yield site
    site.kill()


@pytest.fixture
def ana(site: Site) -> Browser:
    """A browser at the shared site."""
    return Browser(site)


@pytest.fixture
def ben(site: Site) -> Browser:
    """Another one."""
    return Browser(site)


@pytest.fixture(scope="session")
def won_game() -> dict[str, str]:
    """The deal and moves of a recorded game that is won."""
    return next(game for game in examples("games.jsonl") if game["deal"] == "KL1-D3S-MKMCCKT")


@pytest.fixture(scope="session")
def lost_game() -> dict[str, str]:
    """The deal and moves of a recorded game that is lost."""
    return next(game for game in examples("games.jsonl") if game["deal"] == "KL1-D3C-AAAAABV")
