"""Sites with short times, to race at."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from tests.rules.tables import examples
from tests.server import Site

QUICK = {"DJANGO_SETTINGS_MODULE": "tests.races.quick_settings"}
HASTY = {"DJANGO_SETTINGS_MODULE": "tests.races.hasty_settings"}
SHORT = {"DJANGO_SETTINGS_MODULE": "tests.races.short_settings"}


@pytest.fixture(scope="session")
def race_site(shared_site: Callable[..., AbstractContextManager[Site]]) -> Iterator[Site]:
    """A site where nobody waits long (see `quick_settings`)."""
    with shared_site(**QUICK) as site:
        yield site


@pytest.fixture(scope="session")
def second_race_site(shared_site: Callable[..., AbstractContextManager[Site]], race_site: Site) -> Iterator[Site]:
    """Another server on the same database."""
    with shared_site(beside=race_site, **QUICK) as site:
        yield site


@pytest.fixture(scope="session")
def hasty_site(shared_site: Callable[..., AbstractContextManager[Site]]) -> Iterator[Site]:
    """A site where nobody is waited for (see `hasty_settings`)."""
    with shared_site(**HASTY) as site:
        yield site


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
