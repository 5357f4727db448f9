from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from solitaire.players.models import Player


@pytest.fixture
def admin_browser(database: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A browser of somebody made by `manage.py createsuperuser`."""
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "queen-of-hearts")
    call_command("createsuperuser", name_key="Olga", interactive=False, verbosity=0)
    browser = Client()
    browser.post("/login", {"username": "Olga", "password": "queen-of-hearts"})
    return browser


def change(browser: Client, player: Player, **changes: str):
    typed = {"email": player.email} | changes
    return browser.post(f"/admin/players/player/{player.pk}/change/", {k: v for k, v in typed.items() if v})


def test_players_are_found_by_name(admin_browser: Client, account: Player, guest: Player):
    page = admin_browser.get("/admin/players/player/?q=ana").content.decode()
    assert account.pk in page
    assert guest.pk not in page


def test_a_name_and_a_ban_are_not_written_by_hand(admin_browser: Client, account: Player):
    """They are decided by the actions of the list, which write the log."""
    assert admin_browser.get(f"/admin/players/player/{account.pk}/change/").status_code == 200
    assert change(admin_browser, account, name="Ana Lu", is_active="", email="lu@example.com").status_code == 302
    account.refresh_from_db()
    assert (account.name, account.is_active, account.email) == ("Ana", True, "lu@example.com")


@pytest.mark.parametrize("page", ["add/", "{}/delete/"])
def test_players_are_neither_added_nor_deleted(admin_browser: Client, account: Player, page: str):
    assert admin_browser.get("/admin/players/player/" + page.format(account.pk)).status_code == 403


def test_others_stay_outside(account_browser: Client):
    assert account_browser.get("/admin/players/player/").status_code == 302
