"""Sites with short times, to race at."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.databases import copy_sqlite
from tests.rules.tables import examples
from tests.server import Site

QUICK = {"DJANGO_SETTINGS_MODULE": "tests.races.quick_settings"}
HASTY = {"DJANGO_SETTINGS_MODULE": "tests.races.hasty_settings"}
SHORT = {"DJANGO_SETTINGS_MODULE": "tests.races.short_settings"}


@pytest.fixture(scope="session")
def race_site(sqlite_template: Path, static_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site where nobody waits long (see `quick_settings`)."""
    folder = tmp_path_factory.mktemp("race-site")
    path = copy_sqlite(sqlite_template, folder / "samedeal.sqlite3")
    site = Site(folder, f"sqlite:///{path}", static_root, **QUICK)
    site.start()
    yield site
    site.kill()


@pytest.fixture(scope="session")
def second_race_site(race_site: Site, static_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Another server on the same database."""
    site = Site(tmp_path_factory.mktemp("second-race-site"), race_site.database_url, static_root, **QUICK)
    site.start()
    yield site
    site.kill()


@pytest.fixture(scope="session")
def hasty_site(sqlite_template: Path, static_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site where nobody is waited for (see `hasty_settings`)."""
    folder = tmp_path_factory.mktemp("hasty-race-site")
    path = copy_sqlite(sqlite_template, folder / "samedeal.sqlite3")
    site = Site(folder, f"sqlite:///{path}", static_root, **HASTY)
    site.start()
    yield site
    site.kill()


@pytest.fixture
def own_race_site(new_site: Callable[..., Site]) -> Site:
    """Such a site of one's own, to be killed and started again."""
    return new_site(**QUICK)


@pytest.fixture
def short_race_site(new_site: Callable[..., Site]) -> Site:
    """A site of one's own where every race ends after a few seconds."""
    return new_site(**SHORT)


@pytest.fixture(scope="session")
def won_game() -> dict[str, str]:
    """The deal and moves of a recorded game that is won."""
    return next(game for game in examples("games.jsonl") if game["deal"] == "KL1-D3S-MKMCCKT")


@pytest.fixture(scope="session")
def lost_game() -> dict[str, str]:
    """The deal and moves of a recorded game that is lost."""
    return next(game for game in examples("games.jsonl") if game["deal"] == "KL1-D3C-AAAAABV")
