from pathlib import Path

from django.test import Client

from solitaire.log import store
from solitaire.players.models import Player

from .conftest import PASSWORD


def deal(browser: Client) -> str:
    """Deal a game by the first action there is, and tell the address of its table."""
    answer = browser.post("/play", {"code": "KL1-D1N-AAAAAAG"})
    assert answer.status_code == 303
    return answer["Location"]


def test_playing_makes_a_guest_and_the_table_is_theirs(database: Path):
    browser = Client()
    table = deal(browser)
    guest = Player.objects.get()
    assert guest.is_guest
    assert browser.get(table).status_code == 200
    assert store.read(f"game:{table.removeprefix('/game/')}")[0].who == guest.pk


def test_a_second_game_is_the_same_guests(database: Path):
    browser = Client()
    deal(browser)
    deal(browser)
    assert Player.objects.count() == 1


def test_the_table_stays_after_signing_up(database: Path):
    browser = Client()
    table = deal(browser)
    browser.post("/signup", {"name": "Ana", "password1": PASSWORD, "password2": PASSWORD})
    assert browser.get(table).status_code == 200


def test_the_table_comes_along_to_the_account(account: Player):
    browser = Client()
    table = deal(browser)
    assert Client().get(table).status_code == 302
    browser.post("/login", {"username": "Ana", "password": PASSWORD})
    assert browser.get(table).status_code == 200


def test_too_many_guests_from_one_network_are_told_when_to_try_again(database: Path, settings):
    settings.PLAYERS = settings.PLAYERS | {"guests": {"per_s": 0.001, "burst": 1}}
    deal(Client())
    answer = Client().post("/play", {"code": "KL1-D1N-AAAAAAG"})
    assert answer.status_code == 429
    assert 900 < int(answer["Retry-After"]) <= 1000
    assert Player.objects.count() == 1
