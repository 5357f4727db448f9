from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client

from solitaire.players import absorb
from solitaire.players.models import Player, Session
from solitaire.players.signals import session_ended

from .conftest import PASSWORD


@pytest.fixture
def ended() -> Iterator[list[str]]:
    """The keys of the sessions that ended."""
    keys: list[str] = []

    def note(session_key: str, **_: object) -> None:
        assert not Session.objects.filter(session_key=session_key).exists()
        keys.append(session_key)

    session_ended.connect(note)
    yield keys
    session_ended.disconnect(note)


def test_logging_out_ends_the_session_and_says_so(account_browser: Client, ended: list[str], player_of):
    key = account_browser.session.session_key
    assert account_browser.post("/logout")["Location"] == "/"
    assert ended == [key]
    assert player_of(account_browser) is None


def test_logging_out_is_never_done_by_a_link(account: Player, account_browser: Client, player_of):
    assert account_browser.get("/logout").status_code == 405
    assert player_of(account_browser) == account.pk


def test_logging_out_leaves_the_players_other_browsers_alone(account: Player, account_browser: Client, player_of):
    elsewhere = Client()
    elsewhere.force_login(account)
    account_browser.post("/logout")
    assert player_of(elsewhere) == account.pk


def test_the_key_changes_at_login(account: Player, guest_browser: Client, ended: list[str]):
    key = guest_browser.session.session_key
    guest_browser.post("/login", {"username": "Ana", "password": PASSWORD})
    assert guest_browser.session.session_key != key
    assert ended == [key]


def test_a_planted_key_is_not_taken_over(account: Player):
    browser = Client()
    browser.cookies["sessionid"] = "a" * 32
    browser.post("/login", {"username": "Ana", "password": PASSWORD})
    assert browser.session.session_key != "a" * 32


def test_absorbing_a_guest_ends_all_their_sessions(
    account: Player, guest: Player, guest_browser: Client, ended: list[str]
):
    elsewhere = Client()
    elsewhere.force_login(guest)
    keys = [browser.cookies["sessionid"].value for browser in (guest_browser, elsewhere)]
    ended.clear()
    absorb.absorb(guest, account)
    assert sorted(ended) == sorted(keys)


def test_a_new_password_ends_the_accounts_other_sessions(account: Player, account_browser: Client, ended, player_of):
    elsewhere = Client()
    elsewhere.force_login(account)
    keys = [browser.cookies["sessionid"].value for browser in (account_browser, elsewhere)]
    ended.clear()
    account_browser.post(
        "/account/password",
        {"old_password": PASSWORD, "new_password1": "ten-of-spades", "new_password2": "ten-of-spades"},
    )
    assert sorted(ended) == sorted(keys)
    assert player_of(account_browser) == account.pk
    assert not elsewhere.get("/login").context["user"].is_authenticated


def test_a_session_that_was_to_end_in_vain_is_not_announced(account_browser: Client, ended: list[str]):
    with suppress(ZeroDivisionError), transaction.atomic():
        Session.objects.all().delete()
        1 / 0  # noqa: B018
    assert ended == []
    assert Session.objects.count() == 1


def test_a_receiver_that_fails_stops_nobody(account: Player, guest: Player, guest_browser: Client, kinds_of):
    def fail(**_: object) -> None:
        raise ValueError

    session_ended.connect(fail)
    try:
        absorb.absorb(guest, account)
    finally:
        session_ended.disconnect(fail)
    assert kinds_of(account) == ["joined", "absorbed"]


def test_barring_an_account_ends_its_sessions(account: Player, account_browser: Client, ended: list[str]):
    account.is_active = False
    account.save()
    assert ended == [account_browser.cookies["sessionid"].value]


def test_a_better_hash_of_the_same_password_ends_nothing(account: Player, ended: list[str], settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    browser = Client()
    browser.post("/login", {"username": "Ana", "password": PASSWORD})
    assert browser.get("/account").status_code == 200
    assert ended == []


def test_scripts_and_other_sites_never_get_the_cookie(account: Player):
    browser = Client()
    browser.post("/login", {"username": "Ana", "password": PASSWORD})
    cookie = browser.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
