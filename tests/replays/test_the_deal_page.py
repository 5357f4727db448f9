"""`/deal/<code>`: three boards, your own place, attempts and wins, all games, buttons to play it."""

import re

import pytest
from django.test import Client

from solitaire.players.models import Player
from tests.replays import seed
from tests.replays.seed import LOST, WON, Clock, line


def words(page: str) -> str:
    """What a page says, without its markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def rows(page: str) -> list[str]:
    """The rows of the page's first table, as text."""
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    return [words(row) for row in re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)]


@pytest.fixture
def browser() -> Client:
    return Client()


def test_each_board_lists_who_won_and_leads_to_the_replay(
    browser: Client, ana: Player, ben: Player, clock: Clock
) -> None:
    slow = seed.win(ana, WON, clock, 83.456)
    quick = seed.win(ben, WON, clock, 61, ("d", "u", *line(WON)))
    page = browser.get(f"/deal/{WON}").text
    first, second = rows(page)
    assert first.startswith("1 Ben first attempt 1:01.000 91 570")
    assert second.startswith("2 Ana first attempt 1:23.456 90 570")
    assert page.index(f'href="/replay/{quick}"') < page.index(f'href="/replay/{slow}"')
    moves = browser.get(f"/deal/{WON}", {"board": "moves"}).text
    assert [row.split()[1] for row in rows(moves)] == ["Ana", "Ben"]


def test_equal_scores_share_a_place(browser: Client, ana: Player, ben: Player, clock: Clock) -> None:
    for player in (ana, ben):
        seed.win(player, WON, clock, 70)
    page = browser.get(f"/deal/{WON}", {"board": "score"}).text
    assert [row.split()[0] for row in rows(page)] == ["1", "1"]


def test_the_order_is_stated(browser: Client, ana: Player, clock: Clock) -> None:
    seed.win(ana, WON, clock, 70)
    page = words(browser.get(f"/deal/{WON}", {"board": "moves"}).text)
    assert "Ranked by moves; then the shorter time, then the higher score, then who was first." in page


def test_ones_own_row_is_marked_and_those_around_it_follow_a_long_board(
    browser: Client, ana: Player, clock: Clock
) -> None:
    others = Player.objects.bulk_create(
        Player(name=f"Guest {n}", name_key=f"guest {n}", name_look=str(n)) for n in range(53)
    )
    for seconds, player in enumerate(others):
        seed.win(player, WON, clock, 60 + seconds)
    seed.win(ana, WON, clock, 111.5)
    browser.force_login(ana)
    listed = rows(browser.get(f"/deal/{WON}").text)
    assert len(listed) == 50 + 1 + 4, "a page, the gap, and Ana with two above and one below her"
    assert [row.split()[0] for row in listed[51:]] == ["51", "52", "53", "54"]
    assert listed[53].startswith("53 Ana (you)")


def test_attempts_and_wins_are_counted_for_all_and_for_oneself(
    browser: Client, ana: Player, ben: Player, clock: Clock
) -> None:
    seed.win(ana, WON, clock, 70)
    seed.move(seed.deal(ana, WON), "x")
    seed.move(seed.deal(ben, WON), "x")
    browser.force_login(ana)
    page = words(browser.get(f"/deal/{WON}").text)
    assert "attempts 3 win 1 your attempts 2 your win 1" in page


def test_all_games_are_listed_with_how_they_ended(browser: Client, ana: Player, ben: Player, clock: Clock) -> None:
    lost = seed.deal(ana, LOST)
    seed.move(lost, *line(LOST))
    page = words(browser.get(f"/deal/{LOST}").text)
    assert "not finished" in page, "a lost game can be undone out of until it is closed"
    seed.close(lost)
    seed.move(seed.deal(ben, LOST), "x")
    page = words(browser.get(f"/deal/{LOST}").text)
    assert "lost" in page
    assert "given up" in page


def test_it_is_played_with_one_button_for_each_draw_count(browser: Client, ana: Player) -> None:
    page = browser.get(f"/deal/{WON}").text
    for code in (WON, WON.replace("D3", "D1")):
        assert f'name="code" value="{code}"' in page
    for code in ("KL1-D1V", "KL1-D3S", "KL1-D1C", "TF1-D3N"):
        assert f'href="/deal/{code}-{WON[-7:]}"' in page


def test_a_game_of_ones_own_can_be_gone_on_with(browser: Client, ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, WON)
    browser.force_login(ana)
    assert f'href="/game/{game_id}"' in browser.get(f"/deal/{WON}").text


def test_vegas_scores_are_dollars_and_classic_ones_cards(browser: Client, ana: Player, clock: Clock) -> None:
    letters = seed.without_passes("KL", 1)
    moves = next(tuple(row["moves"].split()) for row in seed.examples("games.jsonl") if letters in row["deal"])
    for ruleset, shown in (("V", "+$208"), ("C", "52 cards home")):
        code = f"KL1-D1{ruleset}-{letters}"
        seed.win(ana, code, clock, 70, moves)
        assert shown in words(browser.get(f"/deal/{code}", {"board": "score"}).text)


@pytest.mark.parametrize("query", ["board=best", "after=1", "games=1.2.3", "board=moves&after=x.y.z.a.b"])
def test_an_address_that_no_page_gave_is_not_found(browser: Client, ana: Player, query: str) -> None:
    assert browser.get(f"/deal/{WON}?{query}").status_code == 404
