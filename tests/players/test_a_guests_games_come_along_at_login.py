import pytest
from django.test import Client

from solitaire.players.models import Player, Session

from .conftest import PASSWORD

RIGHT = {"username": "ana", "password": PASSWORD}
WRONG = {"username": "ana", "password": "ten-of-spades"}


def test_the_guest_becomes_part_of_the_account(
    account: Player, guest: Player, guest_browser: Client, player_of, kinds_of
):
    answer = guest_browser.post("/login", RIGHT)
    assert answer["Location"] == "/"
    assert player_of(guest_browser) == account.pk
    guest.refresh_from_db()
    assert (guest.absorbed_by, guest.is_active) == (account, False)
    assert kinds_of(account) == ["joined", "absorbed"]


def test_the_guests_sessions_end_everywhere(account: Player, guest: Player, guest_browser: Client):
    elsewhere = Client()
    elsewhere.force_login(guest)
    guest_browser.post("/login", RIGHT)
    (session,) = Session.objects.all()
    assert session.player == account
    assert not elsewhere.get("/login").context["user"].is_authenticated


def test_a_wrong_password_leaves_the_guest_their_session_and_games(
    account: Player, guest: Player, guest_browser: Client, player_of, kinds_of
):
    before = guest_browser.session.session_key
    answer = guest_browser.post("/login", WRONG)
    page = answer.content.decode()
    assert "do not belong together" in page
    assert 'value="ana"' in page
    assert WRONG["password"] not in page
    assert player_of(guest_browser) == guest.pk
    assert guest_browser.session.session_key == before
    assert kinds_of(account) == ["joined"]
    guest.refresh_from_db()
    assert guest.absorbed_by is None


def test_logging_in_twice_absorbs_once(account: Player, guest_browser: Client, kinds_of):
    stale = Client()
    stale.cookies = guest_browser.cookies.copy()
    guest_browser.post("/login", RIGHT)
    stale.post("/login", RIGHT)
    guest_browser.post("/login", RIGHT)
    assert kinds_of(account) == ["joined", "absorbed"]


def test_somebody_who_has_done_nothing_yet_just_logs_in(account: Player, player_of, kinds_of):
    browser = Client()
    browser.post("/login", RIGHT)
    assert player_of(browser) == account.pk
    assert kinds_of(account) == ["joined"]


def test_the_page_says_that_the_games_come_along(guest: Player, guest_browser: Client):
    page = guest_browser.get("/login").content.decode()
    assert f"<bdi>{guest.name}</bdi>. Your games come along." in page


def test_nobody_logs_in_by_a_guests_name(guest: Player):
    answer = Client().post("/login", {"username": guest.name, "password": ""})
    assert answer.context["form"].errors
    answer = Client().post("/login", {"username": guest.name, "password": "!"})
    assert "do not belong together" in answer.content.decode()


@pytest.mark.parametrize("name", ["ANA", " Ana ", "Ａｎａ"])
def test_the_name_is_known_in_any_case_and_width(account: Player, name: str, player_of):
    browser = Client()
    browser.post("/login", {"username": name, "password": PASSWORD})
    assert player_of(browser) == account.pk


def test_a_barred_account_is_told_no_more_than_a_wrong_password(account: Player):
    account.is_active = False
    account.save()
    assert "do not belong together" in Client().post("/login", RIGHT).content.decode()
