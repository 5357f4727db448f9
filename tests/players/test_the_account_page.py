from pathlib import Path

import pytest
from django.test import Client

from solitaire.players.models import Player

from .conftest import PASSWORD


def test_the_name_and_the_address_can_be_changed(account: Player, account_browser: Client):
    answer = account_browser.post("/account", {"name": "Ana Lu", "email": "lu@EXAMPLE.com"}, follow=True)
    assert "Saved." in answer.content.decode()
    account.refresh_from_db()
    assert (account.name, account.name_key, account.email) == ("Ana Lu", "ana lu", "lu@example.com")


def test_the_case_of_ones_own_name_can_be_changed(account: Player, account_browser: Client):
    account_browser.post("/account", {"name": "ANA", "email": ""})
    account.refresh_from_db()
    assert account.name == "ANA"


def test_a_taken_name_is_refused_and_stays_in_the_form_alone(account: Player, account_browser: Client):
    Player.objects.create_account("Budi", PASSWORD)
    answer = account_browser.post("/account", {"name": "budi", "email": "new@example.com"})
    page = answer.content.decode()
    assert "Somebody has that name already" in page
    assert 'value="budi"' in page
    assert 'value="new@example.com"' in page
    assert answer.context["user"].name == "Ana"
    account.refresh_from_db()
    assert (account.name, account.email) == ("Ana", "ana@example.com")


def test_a_wrong_address_changes_no_name(account: Player, account_browser: Client):
    answer = account_browser.post("/account", {"name": "Ana Lu", "email": "nonsense"})
    assert answer.context["form"].errors["email"]
    assert answer.context["user"].name == "Ana"
    account.refresh_from_db()
    assert account.name == "Ana"


def test_a_name_taken_at_the_last_moment_is_refused_the_same_way(
    account: Player, account_browser: Client, monkeypatch: pytest.MonkeyPatch
):
    Player.objects.create_account("Budi", PASSWORD)
    monkeypatch.setattr("solitaire.players.forms.DetailsForm.clean_name", lambda form: form.cleaned_data["name"])
    answer = account_browser.post("/account", {"name": "budi", "email": ""})
    assert "Somebody has that name already" in answer.content.decode()


def test_a_guest_is_invited_to_sign_up(guest: Player, guest_browser: Client):
    page = guest_browser.get("/account").content.decode()
    assert guest.name in page
    assert 'href="/signup"' in page
    assert guest_browser.post("/account", {"name": "Ana"}).status_code == 200
    guest.refresh_from_db()
    assert guest.name != "Ana"


def test_a_guest_has_no_password_to_change(guest_browser: Client):
    assert guest_browser.get("/account/password")["Location"] == "/signup"


@pytest.mark.parametrize("page", ["/account", "/account/password"])
def test_a_stranger_is_asked_to_log_in_and_led_back(database: Path, page: str):
    assert Client().get(page)["Location"] == f"/login?next={page}"


def test_the_old_password_has_to_be_given(account: Player, account_browser: Client):
    typed = {"old_password": "wrong", "new_password1": "ten-of-spades", "new_password2": "ten-of-spades"}
    answer = account_browser.post("/account/password", typed)
    assert answer.context["form"].errors["old_password"]
    account.refresh_from_db()
    assert account.check_password(PASSWORD)
