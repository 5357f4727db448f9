"""The front page in a real browser: games appear as they are dealt, and the choices are those there are."""

from typing import TYPE_CHECKING

import pytest

from tests.server import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_a_game_that_is_dealt_appears_without_a_reload(own_site: Site, browser: "Browser") -> None:
    watching, playing = browser.new_context().new_page(), browser.new_context().new_page()
    watching.goto(own_site.url)
    assert watching.locator(".mini").count() == 0
    playing.goto(own_site.url)
    playing.get_by_role("button", name="Play", exact=True).click()
    playing.wait_for_url("**/game/*")
    game_id = playing.url.rsplit("/", 1)[1]
    watching.wait_for_selector(f'.mini[href="/replay/{game_id}"]', timeout=20_000)


def test_thoughtful_is_offered_with_the_normal_rules_alone(own_site: Site, browser: "Browser") -> None:
    page = browser.new_context().new_page()
    page.goto(own_site.url)
    page.get_by_label("Vegas", exact=True).check()
    page.get_by_label("Thoughtful", exact=True).check()
    rules = page.locator('#play-form input[name="ruleset"]')
    assert [rules.nth(index).is_enabled() for index in range(4)] == [True, False, False, False]
    assert page.locator('#play-form input[name="ruleset"]:checked').input_value() == "N"
    page.get_by_label("Klondike", exact=True).check()
    assert all(rules.nth(index).is_enabled() for index in range(4))
