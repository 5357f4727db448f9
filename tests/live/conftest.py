"""Browsers at a real site, and what the live part keeps for a whole process, made anew for each test."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from solitaire.live import off_loop
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
def quick_site(shared_site: Callable[..., AbstractContextManager[Site]]) -> Iterator[Site]:
    """A site with short times and small numbers (see `quick_settings`)."""
    with shared_site(**QUICK) as site:
        yield site


@pytest.fixture(scope="session")
def second_site(shared_site: Callable[..., AbstractContextManager[Site]], quick_site: Site) -> Iterator[Site]:
    """Another server on the quick site's database."""
    with shared_site(beside=quick_site, **QUICK) as site:
        yield site


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
