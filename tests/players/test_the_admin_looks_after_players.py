from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from solitaire.players.models import Player, Session


@pytest.fixture
def admin_browser(database: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A browser of somebody made by `manage.py createsuperuser`."""
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "queen-of-hearts")
    call_command("createsuperuser", name_key="Olga", interactive=False, verbosity=0)
    browser = Client()
    browser.post("/login", {"username": "Olga", "password": "queen-of-hearts"})
    return browser


def change(browser: Client, player: Player, **changes: str):
    typed = {"name": player.name, "email": player.email, "is_active": "on"} | changes
    return browser.post(f"/admin/players/player/{player.pk}/change/", {k: v for k, v in typed.items() if v})


def test_players_are_found_by_name(admin_browser: Client, account: Player, guest: Player):
    page = admin_browser.get("/admin/players/player/?q=ana").content.decode()
    assert account.pk in page
    assert guest.pk not in page


def test_a_player_is_renamed_by_the_same_rules(admin_browser: Client, account: Player):
    assert admin_browser.get(f"/admin/players/player/{account.pk}/change/").status_code == 200
    assert "Somebody has that name already" in change(admin_browser, account, name="olga").content.decode()
    assert change(admin_browser, account, name="Ana Lu").status_code == 302
    account.refresh_from_db()
    assert (account.name, account.is_guest) == ("Ana Lu", False)


def test_barring_a_player_logs_them_out(admin_browser: Client, account: Player, account_browser: Client):
    assert change(admin_browser, account, is_active="").status_code == 302
    assert not Session.objects.filter(player=account).exists()


@pytest.mark.parametrize("page", ["add/", "{}/delete/"])
def test_players_are_neither_added_nor_deleted(admin_browser: Client, account: Player, page: str):
    assert admin_browser.get("/admin/players/player/" + page.format(account.pk)).status_code == 403


def test_others_stay_outside(account_browser: Client):
    assert account_browser.get("/admin/players/player/").status_code == 302
