from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.utils import timezone

from solitaire.players.models import Player, Session
from solitaire.players.sessions import SessionStore, session_player

from .conftest import PASSWORD


def cookies_of(browser: Client) -> dict[str, str]:
    return {name: morsel.value for name, morsel in browser.cookies.items()}


def test_a_players_cookie_speaks_for_them(guest: Player, guest_browser: Client):
    held = session_player(cookies_of(guest_browser))
    assert held == (guest.pk, guest_browser.session.session_key, True)


def test_no_cookie_is_nobody_and_all_right(database: Path):
    assert session_player({"csrftoken": "x"}) == (None, None, True)


def test_a_session_nobody_logged_in_to_is_nobody_and_all_right(database: Path):
    session = SessionStore()
    session["seen"] = True
    session.create()
    assert session_player({"sessionid": session.session_key}) == (None, session.session_key, True)


@pytest.mark.parametrize(
    "forged", ["", "x", "a" * 32, "0123456789abcdefghijklmnopqrstuv", "' OR 1=1 --", "ā" * 40, "x" * 4000]
)
def test_a_forged_cookie_is_not_all_right(database: Path, forged: str):
    assert session_player({"sessionid": forged}) == (None, None, False)


def test_an_expired_session_is_not_all_right(guest_browser: Client):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert session_player(cookies_of(guest_browser)) == (None, None, False)


def test_a_session_with_a_forged_content_is_not_all_right(guest: Player, guest_browser: Client):
    Session.objects.update(session_data="forged:by:hand")
    assert not session_player(cookies_of(guest_browser)).player_id


def test_a_session_from_before_the_password_changed_is_not_all_right(account: Player, account_browser: Client):
    Player.objects.filter(pk=account.pk).update(password="changed behind the session's back")
    assert session_player(cookies_of(account_browser)) == (None, None, False)


def test_a_barred_players_session_is_not_all_right(account: Player, account_browser: Client):
    Player.objects.filter(pk=account.pk).update(is_active=False)
    assert session_player(cookies_of(account_browser)) == (None, None, False)


def test_the_session_of_another_player_cannot_be_claimed(account: Player, guest: Player, guest_browser: Client):
    session = SessionStore(guest_browser.session.session_key)
    session[SESSION_KEY] = account.pk
    session.save()
    assert session_player(cookies_of(guest_browser)) == (None, None, False)


def test_who_logs_in_elsewhere_is_the_same_player_with_another_key(account: Player, account_browser: Client):
    elsewhere = Client()
    elsewhere.post("/login", {"username": "Ana", "password": PASSWORD})
    one, other = session_player(cookies_of(account_browser)), session_player(cookies_of(elsewhere))
    assert one.player_id == other.player_id == account.pk
    assert one.session_key != other.session_key
