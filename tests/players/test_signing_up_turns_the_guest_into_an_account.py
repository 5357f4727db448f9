from pathlib import Path

import pytest
from django.test import Client

from solitaire.players import accounts
from solitaire.players.models import Player, Session

from .conftest import PASSWORD

TYPED = {"name": "Ana", "password1": PASSWORD, "password2": PASSWORD, "email": "ana@example.com"}


def test_the_same_player_is_an_account_afterwards(guest: Player, guest_browser: Client, player_of, kinds_of):
    answer = guest_browser.post("/signup", TYPED)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    account = Player.objects.get()
    assert account.pk == guest.pk
    assert (account.name, account.email, account.is_guest) == ("Ana", "ana@example.com", False)
    assert account.check_password(PASSWORD)
    assert player_of(guest_browser) == guest.pk
    assert kinds_of(guest) == ["joined"]


def test_the_session_key_changes_and_the_guests_other_sessions_end(guest: Player, guest_browser: Client):
    elsewhere = Client()
    elsewhere.force_login(guest)
    before = guest_browser.session.session_key
    guest_browser.post("/signup", TYPED)
    (session,) = Session.objects.all()
    assert session.session_key == guest_browser.session.session_key != before


def test_somebody_who_has_done_nothing_yet_can_sign_up_too(database: Path, player_of, kinds_of):
    browser = Client()
    browser.post("/signup", TYPED)
    account = Player.objects.get()
    assert not account.is_guest
    assert player_of(browser) == account.pk
    assert kinds_of(account) == ["joined"]


def test_a_guest_may_keep_the_generated_name(guest: Player, guest_browser: Client):
    assert guest.name in guest_browser.get("/signup").content.decode()
    guest_browser.post("/signup", TYPED | {"name": guest.name})
    assert not Player.objects.get().is_guest


def test_the_email_is_optional(database: Path):
    Client().post("/signup", TYPED | {"email": ""})
    assert Player.objects.get().email == ""


def test_a_taken_name_is_refused_and_everything_typed_is_kept(account: Player, guest: Player, guest_browser: Client):
    typed = {"name": "ANA", "password1": PASSWORD, "password2": PASSWORD, "email": "other@example.com"}
    answer = guest_browser.post("/signup", typed)
    page = answer.content.decode()
    assert "Somebody has that name already" in page
    for value in typed.values():
        assert f'value="{value}"' in page
    assert "no-store" in answer["Cache-Control"]
    guest.refresh_from_db()
    assert guest.is_guest


def test_a_name_taken_at_the_last_moment_is_refused_the_same_way(
    account: Player, guest: Player, guest_browser: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("solitaire.players.forms.DetailsForm.clean_name", lambda form: form.cleaned_data["name"])
    for browser in (guest_browser, Client()):
        answer = browser.post("/signup", TYPED)
        assert "Somebody has that name already" in answer.content.decode()
    assert Player.objects.filter(is_guest=False).count() == 1


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "A", "too short"),
        ("name", "A\u200bna", "cannot be seen"),
        ("password1", "short", "didn’t match"),
        ("password2", "", "This field is required"),
        ("email", "nonsense", "valid email address"),
    ],
)
def test_a_wrong_field_is_named(guest_browser: Client, field: str, value: str, said: str):
    answer = guest_browser.post("/signup", TYPED | {field: value})
    assert said in answer.content.decode()
    assert not Player.objects.filter(is_guest=False).exists()


@pytest.mark.parametrize("weak", ["short", "password123", "73829104756", "ana@example.com"])
def test_a_weak_password_is_refused(guest_browser: Client, weak: str):
    answer = guest_browser.post("/signup", TYPED | {"password1": weak, "password2": weak})
    assert answer.context["form"].errors["password1"]
    assert not Player.objects.filter(is_guest=False).exists()


def test_a_guest_signs_up_once(guest: Player):
    accounts.sign_up(guest, "Ana", PASSWORD, "")
    with pytest.raises(accounts.NoGuest):
        accounts.sign_up(guest, "Budi", PASSWORD, "")
    assert Player.objects.get().name == "Ana"


def test_an_account_is_sent_on(account_browser: Client):
    assert account_browser.get("/signup")["Location"] == "/"
    assert account_browser.post("/signup", TYPED | {"name": "Budi"})["Location"] == "/"
    assert Player.objects.count() == 1


def test_the_page_says_who_plays(guest: Player, guest_browser: Client):
    page = guest_browser.get("/signup").content.decode()
    assert f"<bdi>{guest.name}</bdi>" in page


def test_a_name_with_markup_in_it_is_only_a_name(database: Path):
    browser = Client()
    browser.post("/signup", TYPED | {"name": "<b>Ana</b>"})
    page = browser.get("/account").content.decode()
    assert "&lt;b&gt;Ana&lt;/b&gt;" in page
    assert "<b>Ana" not in page
