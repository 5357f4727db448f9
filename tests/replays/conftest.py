"""Players and a clock for tests of what is derived."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache

from replays import api_limits
from solitaire.log import writer
from solitaire.players import joining
from solitaire.players.models import Player
from tests.replays.seed import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time the log writes, which tests set."""
    clock = Clock()
    monkeypatch.setattr(writer, "now", clock)
    return clock


@pytest.fixture(autouse=True)
def nobody_has_looked_yet() -> Iterator[None]:
    """Limits and the cache are the process's: each test starts with none used up, and nothing kept."""
    api_limits.limits.forget()
    cache.clear()
    yield
    api_limits.limits.forget()
    cache.clear()


@pytest.fixture
def ana(database: Path) -> Player:
    return Player.objects.create_account("Ana", "nine-of-spades")


@pytest.fixture
def ben(database: Path) -> Player:
    return Player.objects.create_account("Ben", "nine-of-spades")


@pytest.fixture
def guest(database: Path) -> Player:
    return joining.new_guest()
