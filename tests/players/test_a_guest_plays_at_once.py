from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.test import Client, RequestFactory

from solitaire.log import store
from solitaire.players import guests, joining
from solitaire.players.models import Player
from solitaire.players.names import clean_name
from solitaire.players.sessions import SessionStore


@pytest.fixture
def request_of_a_stranger(database: Path):
    request = RequestFactory().post("/play")
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request


def test_the_first_action_makes_a_guest_with_a_friendly_name(request_of_a_stranger):
    guest = guests.player_for(request_of_a_stranger)
    assert guest.is_guest
    assert clean_name(guest.name) == guest.name
    assert not guest.has_usable_password()
    assert Player.objects.get() == guest


def test_the_guest_is_logged_in_from_then_on(request_of_a_stranger):
    guest = guests.player_for(request_of_a_stranger)
    assert guests.player_for(request_of_a_stranger) == guest
    assert request_of_a_stranger.session["_auth_user_id"] == guest.pk
    assert Player.objects.count() == 1


def test_looking_at_pages_makes_nobody(database: Path):
    browser = Client()
    for page in ("/login", "/signup", "/account", "/password/forgotten"):
        browser.get(page)
    assert not Player.objects.exists()
    assert "sessionid" not in browser.cookies


def test_an_account_plays_as_itself(account: Player):
    request = RequestFactory().post("/play")
    request.user = account
    assert guests.player_for(request) == account
    assert guests.guest_of(request) is None


def test_a_player_begins_with_an_event_that_says_nothing_of_them(guest: Player):
    (event,) = store.read(f"player:{guest.pk}")
    assert (event.version, event.kind, event.data, event.who) == (1, "joined", {}, guest.pk)


def test_a_name_that_is_taken_leaves_neither_a_player_nor_an_event(guest: Player):
    twin = Player(name=guest.name.upper())
    with pytest.raises(joining.NameTaken):
        joining.join(twin)
    assert Player.objects.count() == 1
    assert store.head(f"player:{twin.pk}") is None


def test_a_guest_gets_another_name_where_the_first_is_taken(guest: Player, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(joining, "guest_names", lambda: iter([guest.name, "Quiet Knave 27"]))
    assert joining.new_guest().name == "Quiet Knave 27"


def test_the_database_itself_refuses_a_second_player_of_one_name(guest: Player):
    with pytest.raises(IntegrityError):
        Player(name=guest.name).save(force_insert=True)


def test_the_pages_open_in_other_tabs_still_work_once_a_guest_plays(database: Path):
    browser = Client(enforce_csrf_checks=True)
    tokens = [browser.get("/").context["csrf_token"] for _tab in range(2)]
    for token in tokens:
        answer = browser.post("/play", {"code": "KL1-D1N-AAAAAAG", "csrfmiddlewaretoken": str(token)})
        assert answer.status_code == 303
    assert Player.objects.count() == 1
