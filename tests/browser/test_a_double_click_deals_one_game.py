"""A form that is pressed twice is sent once: one game is dealt, and it is the one that is shown."""

import json
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, expect

from tests.server import Site


def press_twice(page: Page) -> None:
    """Press the first button that deals, and again when the first press is on its way."""
    button = page.locator('form[action="/play"] button').first
    box = button.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with page.expect_request("**/play"):
        page.mouse.down()
        page.mouse.up()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_url("**/game/*")


def attempts(site: Site, code: str) -> int:
    with urlopen(f"{site.url}/api/deals/{code}") as answer:
        found: int = json.load(answer)["attempts"]
    return found


def test_a_visitors_and_a_players_double_click_deal_one_game_each(site: Site, browser: Browser) -> None:
    page = browser.new_page()
    for code in ("KL1-D1N-DOUBLEA", "KL1-D1N-DOUBLEB", "KL1-D1N-DOUBLEC"):  # the first makes the visitor a player
        page.goto(f"{site.url}/deal/{code}")
        press_twice(page)
        assert attempts(site, code) == 1


def test_a_form_can_be_sent_again_after_coming_back(site: Site, browser: Browser) -> None:
    page = browser.new_page()
    code = "KL1-D1N-DOUBLED"
    page.goto(f"{site.url}/deal/{code}")
    press_twice(page)
    page.go_back()
    expect(page).to_have_url(f"{site.url}/deal/{code}")
    page.locator('form[action="/play"] button').first.click()
    page.wait_for_url("**/game/*")
    assert attempts(site, code) == 2
