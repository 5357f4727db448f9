"""`/rules/<family>/<rule set>`: each rule in words, with what it refused, readable without JavaScript."""

import pytest
from django.test import Client
from django.utils.html import escape

from solitaire.live.refusals import refusal_text
from solitaire.rulebook.book import PAGES, Page, refusal

ADDRESSES = [f"/rules/{'/'.join(page.slugs)}" for page in PAGES]


@pytest.fixture
def browser(database) -> Client:
    return Client()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_rule_says_what_the_rules_said(browser: Client, page: Page) -> None:
    text = browser.get(f"/rules/{'/'.join(page.slugs)}").text
    for code in page.examples:
        assert f'id="{code}"' in text
        assert escape(refusal_text(refusal(page, code))) in text


def test_the_overview_leads_to_every_page(browser: Client) -> None:
    overview = browser.get("/rules").text
    assert all(f'href="{address}"' in overview for address in ADDRESSES)


def test_numbers_are_those_of_the_rules(browser: Client) -> None:
    vegas, standard = (browser.get(f"/rules/klondike/{name}").text for name in ("vegas", "standard"))
    assert "-$52" in vegas
    assert "-15" in standard
    assert "-20 from the third time on" in standard


def test_classic_keeps_its_cards_home(browser: Client) -> None:
    assert "In Classic a card stays on its foundation." in browser.get("/rules/klondike/classic").text
    assert "In Classic" not in browser.get("/rules/klondike/normal").text


@pytest.mark.parametrize("address", ["/rules/klondike/hard", "/rules/thoughtful/vegas", "/rules/spider/normal"])
def test_there_are_no_other_pages(browser: Client, address: str) -> None:
    assert browser.get(address).status_code == 404


def test_a_games_help_leads_to_its_rules(browser: Client) -> None:
    game = browser.post("/play", {"code": "KL1-D3V-AAAAAAG"}, follow=True)
    assert 'href="/rules/klondike/vegas"' in game.text
