"""Days for tests: a clock that tests set, for the log and for which day it is."""

from collections.abc import Iterator

import pytest

from solitaire.daily import calendar, duties
from solitaire.daily import pages as daily_pages
from solitaire.live import new_game, table
from solitaire.log import writer
from solitaire.players import joining
from solitaire.players.models import Player
from tests.daily.clocks import Clock
from tests.daily.seed import drawn_winnable


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Noon of the first day, for the log and for the site."""
    clock = Clock()
    monkeypatch.setattr(writer, "now", clock)
    monkeypatch.setattr(calendar, "now", clock)
    monkeypatch.setattr(table, "now_ms", clock)
    monkeypatch.setattr(new_game, "now_ms", clock)
    return clock


@pytest.fixture(autouse=True)
def nobody_has_started_yet() -> Iterator[None]:
    daily_pages.limits.forget()
    yield
    daily_pages.limits.forget()


@pytest.fixture
def ana(database, clock: Clock) -> Player:
    return Player.objects.create_account("Ana", "nine-of-spades")


@pytest.fixture
def ben(database, clock: Clock) -> Player:
    return Player.objects.create_account("Ben", "nine-of-spades")


@pytest.fixture
def guest(database, clock: Clock) -> Player:
    return joining.new_guest()


@pytest.fixture
def winnable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every day has the same deck, which can be won."""
    monkeypatch.setattr(duties, "drawn_deal", drawn_winnable)
