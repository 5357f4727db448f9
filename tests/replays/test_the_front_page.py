"""The front page: play now, go on, what is being played, who won lately, what is played most."""

import pytest
from django.test import Client

from replays import tables
from replays.models import Game
from solitaire.players.models import Player
from solitaire.races.lobby import lobby
from solitaire.rules.cards import name
from tests.replays import seed
from tests.replays.seed import WON, WON_ONE, Clock, line
from tests.replays.test_the_deal_page import words


@pytest.fixture
def browser() -> Client:
    return Client()


@pytest.fixture
def clock(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of the pages too."""
    monkeypatch.setattr(tables, "now_ms", clock)
    return clock


def test_where_there_is_nothing_yet_it_invites(browser: Client, database: object) -> None:
    page = words(browser.get("/").text)
    assert "No game is going on. Yours could be the one that others watch." in page
    assert "Nobody has won yet. The first win stands here, with its replay. It may be yours." in page
    assert "No deal has been played yet. Deal one, and it leads the list." in page
    assert "Continue your game" not in page


def test_looking_makes_nobody_a_player(browser: Client, database: object) -> None:
    for address in ("/", "/now", "/rules", f"/deal/{WON}", "/deal", "/api/docs", "/api/games"):
        browser.get(address)
    assert not Player.objects.exists()
    assert not browser.cookies.get("sessionid")


def test_a_game_is_chosen_by_family_draw_and_rule_set_or_by_its_code(browser: Client, database: object) -> None:
    page = browser.get("/").text
    for field, values in {"family": ("KL", "TF"), "draw": "13", "ruleset": "NVSC"}.items():
        for value in values:
            assert f'name="{field}" value="{value}"' in page
    assert 'name="code"' in page


def test_games_being_played_are_small_tables_as_a_watcher_may_see_them(
    browser: Client, ana: Player, clock: Clock
) -> None:
    game_id = seed.deal(ana, WON)
    seed.move(game_id, *line(WON)[:30])
    clock.ms += 61_000
    page = browser.get("/").text
    table = page[page.index('id="now"') : page.index('id="boards"')]
    assert f'href="/replay/{game_id}"' in table
    assert "Ana" in table
    assert "1:01" in table
    state = tables.standing(Game.objects.get(), None).state
    for column, down in zip(state.game.position.columns, state.game.position.down, strict=True):
        for card in column[:down]:
            assert f'data-card="{name(card)}"' not in table, "a hidden card"


def test_a_game_that_has_been_left_is_no_longer_being_played(browser: Client, ana: Player, clock: Clock) -> None:
    seed.deal(ana, WON)
    clock.ms += tables.PLAYED_NOW_MS + 1
    assert "No game is going on." in words(browser.get("/now").text)


def test_a_game_that_is_over_is_no_longer_being_played(browser: Client, ana: Player, clock: Clock) -> None:
    seed.win(ana, WON, clock, 60)
    assert "No game is going on." in words(browser.get("/now").text)


def test_those_who_watch_find_the_games_with_most_cards_home_first(
    browser: Client, ana: Player, ben: Player, clock: Clock
) -> None:
    ahead = seed.deal(ana, WON)
    behind = seed.deal(ben, WON_ONE)
    seed.move(ahead, *line(WON)[:60])
    seed.move(behind, *line(WON_ONE)[:2])
    lobby.forget()
    games = lobby.show()["games"]
    assert [game["id"] for game in games] == [ahead, behind]
    assert games[0]["home"] > games[1]["home"]
    assert [game["view"] for game in games] == ["owner", "owner"]
    page = browser.get("/watch").text
    assert page.index(f'href="/replay/{ahead}"') < page.index(f'href="/replay/{behind}"')
    lobby.forget()


def test_the_latest_wins_lead_to_their_replays(browser: Client, ana: Player, ben: Player, clock: Clock) -> None:
    first = seed.win(ana, WON, clock, 60)
    second = seed.win(ben, WON_ONE, clock, 65)
    seed.move(seed.deal(ben, WON), "x")
    page = browser.get("/").text
    wins = page[page.index("Latest wins") : page.index("Most played deals")]
    assert wins.index(f"/replay/{second}") < wins.index(f"/replay/{first}")
    assert "Ben first attempt KL1-D1N-FQKQUOV" in words(wins)
    assert wins.count("/replay/") == 2


def test_the_most_played_deals_come_first(browser: Client, ana: Player, clock: Clock) -> None:
    seed.win(ana, WON_ONE, clock, 60)
    for _ in range(2):
        seed.move(seed.deal(ana, WON), "x")
    page = words(browser.get("/").text)
    deals = page[page.index("Most played deals") :]
    assert f"{WON} Klondike · draw three · Normal 2 attempts 0 wins" in deals
    assert deals.index(WON) < deals.index(WON_ONE)


def test_ones_own_unfinished_game_can_be_gone_on_with(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, WON)
    browser.force_login(ana)
    page = browser.get("/").text
    assert "Continue your game" in page
    assert f'href="/game/{game_id}"' in page
