"""People for tests of the players' part."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core import mail
from django.test import Client

from solitaire.log import store
from solitaire.players import joining
from solitaire.players.models import Player

PASSWORD = "nine-of-spades"


@pytest.fixture
def guest(database: Path) -> Player:
    """A guest who has done something once."""
    return joining.new_guest()


@pytest.fixture
def guest_browser(guest: Player) -> Client:
    """The guest's browser."""
    browser = Client()
    browser.force_login(guest)
    return browser


@pytest.fixture
def account(database: Path) -> Player:
    """An account: Ana, whose password is PASSWORD."""
    return Player.objects.create_account("Ana", PASSWORD, "ana@example.com")


@pytest.fixture
def account_browser(account: Player) -> Client:
    """A browser Ana is logged in with."""
    browser = Client()
    browser.force_login(account)
    return browser


@pytest.fixture
def player_of() -> Callable[[Client], str | None]:
    """Tells the id of the player a browser is logged in as."""
    return lambda browser: browser.session.get("_auth_user_id")


@pytest.fixture
def kinds_of() -> Callable[[Player], list[str]]:
    """Tells the kinds of all events in a player's stream."""
    return lambda player: [event.kind for event in store.read(f"player:{player.pk}")]


@pytest.fixture
def next_letter() -> Callable[[], mail.EmailMessage]:
    """Waits for the letter that is being sent in the background."""

    def wait() -> mail.EmailMessage:
        until = time.monotonic() + 10
        while not mail.outbox:
            assert time.monotonic() < until, "no letter came"
            time.sleep(0.01)
        return mail.outbox.pop()

    return wait


def link_in(letter: mail.EmailMessage) -> str:
    """The path of the link in a letter."""
    found = re.search(r"https?://[^/\s]+(/\S+)", str(letter.body))
    assert found, letter.body
    return found[1]
