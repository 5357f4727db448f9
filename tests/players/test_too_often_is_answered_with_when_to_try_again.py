from collections.abc import Callable
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client

from solitaire.limits import LONGEST_KEY
from solitaire.players import throttle
from solitaire.players.models import Player

from .conftest import PASSWORD


@pytest.fixture
def only(settings) -> Callable[..., None]:
    """Allows so few of something."""

    def limit(what: str, burst: int, per_s: float = 0.05) -> None:
        settings.PLAYERS = settings.PLAYERS | {what: {"per_s": per_s, "burst": burst}}
        throttle.limits.forget()

    return limit


def log_in(browser: Client, name: str, password: str, address: str = "192.0.2.1") -> HttpResponse:
    return browser.post("/login", {"username": name, "password": password}, REMOTE_ADDR=address)


def test_the_page_says_when(account: Player, only):
    only("logins_of_a_name", 1)
    log_in(Client(), "Ana", "wrong")
    answer = log_in(Client(), "Ana", "wrong")
    assert answer.status_code == 429
    assert answer["Retry-After"] == "20"
    assert "In 20 seconds" in answer.content.decode()


def test_one_name_is_tried_so_often_from_anywhere_in_any_spelling(account: Player, only):
    only("logins_of_a_name", 2)
    assert log_in(Client(), "Ana", "wrong", "192.0.2.1").status_code == 200
    assert log_in(Client(), " ANA", "wrong", "192.0.2.2").status_code == 200
    assert log_in(Client(), "ana", PASSWORD, "192.0.2.3").status_code == 429
    assert log_in(Client(), "Budi", "wrong", "192.0.2.1").status_code == 200


def test_one_network_tries_so_often_whatever_the_names(account: Player, only):
    only("logins", 2)
    assert log_in(Client(), "Ana", "wrong", "2001:db8::1").status_code == 200
    assert log_in(Client(), "Budi", "wrong", "2001:db8::2").status_code == 200
    assert log_in(Client(), "Citra", "wrong", "2001:db8::3").status_code == 429
    assert log_in(Client(), "Ana", PASSWORD, "2001:db8:0:1::3").status_code == 302


def test_the_admins_door_counts_too(account: Player, only):
    only("logins_of_a_name", 1)
    log_in(Client(), "Ana", "wrong")
    answer = Client().post("/admin/login/", {"username": "Ana", "password": "wrong"})
    assert answer.status_code == 429


def test_the_old_password_is_guessed_no_more_often(account_browser: Client, only):
    only("logins_of_a_name", 1)
    typed = {"old_password": "wrong", "new_password1": "ten-of-spades", "new_password2": "ten-of-spades"}
    assert account_browser.post("/account/password", typed).status_code == 200
    assert account_browser.post("/account/password", typed).status_code == 429


def test_sign_ups_of_one_network_are_limited(database: Path, only):
    only("sign_ups", 1)

    def sign_up(name: str) -> int:
        typed = {"name": name, "password1": PASSWORD, "password2": PASSWORD}
        return Client().post("/signup", typed).status_code

    assert [sign_up("A"), sign_up("Ana"), sign_up("Budi")] == [200, 302, 429]
    assert Player.objects.count() == 1


def test_letters_to_one_address_are_limited_whoever_asks(account: Player, only, next_letter):
    only("letters_to_one", 1)

    def ask(email: str, address: str) -> int:
        return Client().post("/password/forgotten", {"email": email}, REMOTE_ADDR=address).status_code

    assert ask("ana@example.com", "192.0.2.1") == 302
    assert ask("ANA@example.com", "192.0.2.2") == 429
    assert ask("budi@example.com", "192.0.2.2") == 302
    next_letter()


def test_what_somebody_types_takes_up_little_memory(database: Path):
    log_in(Client(), "n" * 50_000, "wrong")
    (key,) = throttle.limits["logins_of_a_name"]._buckets
    assert len(key) == LONGEST_KEY
