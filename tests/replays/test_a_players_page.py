"""`/player/<id>`: who it is, what they have played, what they have won."""

import pytest
from django.test import Client

from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from tests.replays import seed
from tests.replays.seed import LOST, WON, WON_ONE, Clock, line
from tests.replays.test_the_deal_page import words


@pytest.fixture
def browser() -> Client:
    return Client()


def test_it_says_who_it_is_and_whether_a_guest(browser: Client, ana: Player, guest: Player) -> None:
    assert "Account Ana" in words(browser.get(f"/player/{ana.pk}").text)
    assert f"Guest {guest.name}" in words(browser.get(f"/player/{guest.pk}").text)


def test_games_and_wins_lead_to_their_replays(browser: Client, ana: Player, clock: Clock) -> None:
    won = seed.win(ana, WON, clock, 75)
    clock.ms += 1
    open_game = seed.deal(ana, WON_ONE)
    page = browser.get(f"/player/{ana.pk}").text
    games = page[page.index('id="games-name"') :]
    assert games.index(f"/replay/{open_game}") < games.index(f"/replay/{won}")
    assert f"{WON_ONE} not finished first attempt" in words(page)
    assert f"{WON} won first attempt" in words(page)
    assert "game 1 win 1" in words(page)


def test_a_lost_game_goes_on_for_others_until_it_is_closed(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, LOST)
    seed.move(game_id, *line(LOST))
    assert f"{LOST} not finished" in words(browser.get(f"/player/{ana.pk}").text)
    seed.close(game_id)
    assert f"{LOST} lost" in words(browser.get(f"/player/{ana.pk}").text)


def test_many_games_come_page_by_page_each_once(browser: Client, ana: Player, clock: Clock) -> None:
    dealt = [seed.deal(ana, WON) for _ in range(60)]
    seen, address = [], f"/player/{ana.pk}"
    while address:
        page = browser.get(address).text
        games = page[page.index('id="games-name"') : page.index("<aside")]
        seen += [game_id for game_id in dealt if f"/replay/{game_id}" in games]
        more = games.partition('rel="next" href="')[2].partition('"')[0]
        address = more.replace("&amp;", "&")
    assert sorted(seen) == sorted(dealt)


def test_somebody_without_a_game_is_invited(browser: Client, ana: Player) -> None:
    assert "No games yet." in words(browser.get(f"/player/{ana.pk}").text)
    browser.force_login(ana)
    assert "You have not played yet." in words(browser.get(f"/player/{ana.pk}").text)


def test_a_guest_is_told_how_to_keep_their_games(browser: Client, guest: Player) -> None:
    assert "Keep these games: sign up" not in browser.get(f"/player/{guest.pk}").text
    browser.force_login(guest)
    assert "Keep these games: sign up" in browser.get(f"/player/{guest.pk}").text


def test_a_guest_who_became_part_of_an_account_is_found_there(browser: Client, ana: Player, guest: Player) -> None:
    absorb(guest, ana)
    answer = browser.get(f"/player/{guest.pk}")
    assert (answer.status_code, answer["Location"]) == (302, f"/player/{ana.pk}")


@pytest.mark.parametrize("address", ["/player/nobodyatall2", "/player/x?after=1"])
def test_nobody_is_not_found(browser: Client, database: object, address: str) -> None:
    assert browser.get(address).status_code == 404
