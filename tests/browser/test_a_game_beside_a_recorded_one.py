"""A recorded game is raced: it runs beside one's own on the same clock, and goes on after a reload."""

import pytest

from tests.browser.table import recorded_moves

CODE = "KL1-D1N-FQKQUOV"
WIDE = {"width": 1440, "height": 900}


@pytest.fixture
def table(sit_down):
    """A table on which a game has just been won."""
    table = sit_down(CODE, viewport=WIDE)
    moves = recorded_moves(CODE)
    for start in range(0, len(moves), 40):
        table.rush(moves[start : start + 40])
    table.page.get_by_role("button", name="Race this game").wait_for()
    return table


def race_it(table) -> None:
    """Press the button, and wait for the cards."""
    before = table.page.url
    table.page.get_by_role("button", name="Race this game").click()
    table.page.wait_for_url(lambda url: "/game/" in url and url != before)
    type(table).__init__(table, table.page, table.url, table.code)
    table.at_version(1)


def test_it_is_seen_at_each_moment_who_has_more_cards_home(table):
    page = table.page
    race_it(table)
    page.wait_for_selector('#ghost[data-state="running"]')
    page.wait_for_selector('#ghost[data-lead="behind"]')
    page.locator("#ghost-lead", has_text="52 cards behind").wait_for()
    assert page.locator("#ghost-home").inner_text() == "52"
    assert page.locator("#ghost-note").inner_text().startswith("home in 0:")
    assert page.locator("#ghost-cards text").count() == 4
    page.reload()
    page.locator("#ghost-lead", has_text="52 cards behind").wait_for()
    moves = recorded_moves(CODE)
    for start in range(0, len(moves), 40):
        table.rush(moves[start : start + 40])
    page.locator("#ghost-verdict", has_text="after the recorded game.").wait_for()
    assert page.locator("#ghost-verdict").inner_text().startswith("You were home ")
    assert page.locator("#ghost-lead").inner_text() == "level"
    # The earlier one was faster: it is offered first.
    names = page.locator("#result button:visible").all_inner_texts()
    assert [name.strip() for name in names if "ace" in name][:2] == ["Race your best game", "Race this game"]
