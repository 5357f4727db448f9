"""On a page of the rules, small tables answer as the referee of a real game does."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.server import Site


@pytest.fixture
def page(site: Site, browser: Browser) -> Iterator[Page]:
    page = browser.new_context(viewport={"width": 1100, "height": 800}, reduced_motion="reduce").new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{site.url}/rules/klondike/standard")
    yield page
    assert problems == []
    page.context.close()


def table(page: Page, topic: str) -> Locator:
    trial = page.locator(f"#{topic} .trial")
    trial.scroll_into_view_if_needed()
    expect(trial).to_have_attribute("data-made", "0")
    return trial


def card(trial: Locator, name: str) -> Locator:
    return trial.locator(f'.card[data-card="{name}"]')


def test_an_example_is_shown_with_its_refusal(page: Page) -> None:
    trial = table(page, "columns")
    page.locator("#wrong-colour").get_by_role("button").click()
    expect(trial.locator(".rule-note")).to_have_text("Red goes on black: the 5♥ needs a black 6.")
    expect(card(trial, "5H")).to_have_attribute("data-in", "5")


def test_a_card_dragged_where_it_may_not_go_comes_back_with_the_rule(page: Page) -> None:
    trial = table(page, "columns")
    card(trial, "5H").drag_to(card(trial, "6H"), force=True)
    expect(trial.locator(".rule-note")).to_have_text("Red goes on black: the 5♥ needs a black 6.")
    expect(trial).to_have_attribute("data-made", "0")


def test_any_legal_move_is_played_and_undone_and_put_back(page: Page) -> None:
    trial = table(page, "columns")
    stock = trial.locator('.pile[data-pile="s"]')
    stock.focus()
    page.keyboard.press("Enter")
    expect(trial).to_have_attribute("data-made", "1")
    expect(trial.locator(".trial-moves")).to_have_text("4 moves")
    trial.get_by_role("button", name="Undo").click()
    expect(trial).to_have_attribute("data-made", "2")
    expect(trial.locator(".trial-moves")).to_have_text("4 moves")
    trial.get_by_role("button", name="Put back").click()
    expect(trial).to_have_attribute("data-made", "0")
    expect(trial.locator(".trial-moves")).to_have_text("3 moves")


def test_keys_play_on_the_table_that_has_the_focus_alone(page: Page) -> None:
    first, second = table(page, "columns"), table(page, "empty")
    second.locator('.pile[data-pile="s"]').focus()
    page.keyboard.press("d")
    expect(second).to_have_attribute("data-made", "1")
    expect(first).to_have_attribute("data-made", "0")


def test_without_javascript_every_rule_can_be_read(site: Site, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{site.url}/rules/klondike/standard")
    expect(page.locator("#wrong-colour .refusal-text")).to_have_text("Red goes on black: the 5♥ needs a black 6.")
    expect(page.locator(".trial").first).to_be_hidden()
    expect(page.locator("#wrong-colour button")).to_be_hidden()
    page.context.close()


def test_a_games_help_opens_the_rules_at_the_one_that_refused_last(sit_down) -> None:
    game = sit_down("KL1-D1N-AAAAAAG")
    link = game.page.locator("#rules-link")
    assert link.get_attribute("href") == "/rules/klondike/normal"
    game.drag("TH", "2")
    expect(game.page.locator("#rule")).to_be_visible()
    assert (link.get_attribute("href") or "").endswith("/rules/klondike/normal#wrong-rank")


def test_whoever_comes_for_one_rule_finds_its_example_laid_out(page: Page) -> None:
    page.goto(page.url + "#face-down")
    page.reload()
    trial = table(page, "lifting")
    expect(card(trial, "7S")).to_have_attribute("data-in", "1")
    page.goto(page.url.replace("#face-down", "#game-over"))
    page.reload()
    expect(page.locator("#end .trial .trial-moves")).to_have_text("103 moves")
