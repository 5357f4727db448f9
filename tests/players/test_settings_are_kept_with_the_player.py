"""What a player likes is kept with the player, holds on every page and every device, and never breaks one."""

from pathlib import Path

import pytest
from django.test import Client

from solitaire.players.models import Player
from solitaire.players.preferences import CHOICES, PLAIN, Preferences, preferences_of

from .conftest import PASSWORD

CHOSEN = {
    "theme": "dark",
    "felt": "burgundy",
    "back": "3",
    "suits": "four",
    "index": "large",
    "hand": "left",
    "tap": "drag",
    "motion": "less",
    "language": "lv",
    "sounds": "on",
    "clock": "on",
}


def page_of(browser: Client, address: str = "/rules") -> str:
    return browser.get(address).content.decode()


def test_nothing_chosen_is_as_for_everybody(database: Path, client: Client):
    assert 'data-theme="system" data-felt="teal"' in page_of(client)


def test_what_is_chosen_holds_on_every_page_and_every_device(account: Player, account_browser: Client):
    answer = account_browser.post("/settings", CHOSEN)
    assert answer.status_code == 302
    elsewhere = Client()
    elsewhere.post("/login", {"username": "Ana", "password": PASSWORD})
    for browser in (account_browser, elsewhere):
        page = page_of(browser)
        assert '<html lang="lv"' in page
        for name in ("theme", "felt", "back", "suits", "index", "hand", "tap", "motion"):
            assert f'data-{name}="{CHOSEN[name]}"' in page
        assert 'data-rules="off" data-sounds="on" data-score="off" data-clock="on"' in page


def test_whoever_came_from_a_table_is_led_back_to_it(database: Path, client: Client):
    page = client.get("/settings?next=/game/abc").content.decode()
    assert '<a class="button is-quiet" href="/game/abc">' in page
    answer = client.post("/settings", {**CHOSEN, "next": "/game/abc"})
    assert answer.headers["Location"] == "/game/abc"


def test_nobody_is_led_to_another_site(database: Path, client: Client):
    assert "evil.example" not in client.get("/settings?next=//evil.example/").content.decode()
    answer = client.post("/settings", {**CHOSEN, "next": "https://evil.example/"})
    assert answer.headers["Location"] == "/settings"


def test_the_form_shows_what_holds(account: Player, account_browser: Client):
    account_browser.post("/settings", CHOSEN)
    form = account_browser.get("/settings").context["form"]
    assert form["felt"].value() == "burgundy"
    assert form["score"].value() is False


def test_only_what_differs_is_stored(account: Player, account_browser: Client):
    account_browser.post("/settings", {**PLAIN.__dict__, "felt": "slate", "sounds": ""})
    account.refresh_from_db()
    assert account.preferences == {"felt": "slate"}


def test_choosing_makes_a_guest_of_a_newcomer_and_looking_does_not(database: Path, client: Client):
    client.get("/settings")
    assert not Player.objects.exists()
    client.post("/settings", CHOSEN)
    assert preferences_of(Player.objects.get()).felt == "burgundy"


def test_a_guest_who_signs_up_keeps_them(guest: Player, guest_browser: Client):
    guest_browser.post("/settings", CHOSEN)
    guest_browser.post("/signup", {"name": "Budi", "password1": PASSWORD, "password2": PASSWORD})
    assert preferences_of(Player.objects.get(name="Budi")).hand == "left"


@pytest.mark.parametrize("name", CHOICES)
def test_a_value_that_is_none_is_refused_by_name(account: Player, account_browser: Client, name: str):
    answer = account_browser.post("/settings", {**CHOSEN, name: "nonsense"})
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [name]
    account.refresh_from_db()
    assert account.preferences == {}


def test_a_value_that_is_none_any_more_counts_as_not_chosen(account: Player):
    account.preferences = {"felt": "tartan", "rules": "yes", "language": 7, "gone": 1, "hand": "left"}
    assert preferences_of(account) == Preferences(hand="left")


def test_another_site_cannot_choose(account: Player):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(account)
    assert browser.post("/settings", CHOSEN).status_code == 403
