"""On a desktop the page of a game has room beside the table: who leads at the deal, and what has been played."""

import pytest

CODE = "KL1-D1N-BESIDES"
WIDE = {"width": 1280, "height": 720}


def moves(table):
    return [line.inner_text().split("\n")[1] for line in table.page.locator("#list .move-line").all()]


@pytest.fixture
def table(sit_down):
    return sit_down(CODE, viewport=WIDE)


def test_moves_are_listed_as_they_are_played_and_struck_out_when_undone(table):
    assert table.page.locator("#no-moves").is_visible()
    for move in ("d", "d", "u"):
        table.page.keyboard.press(move)
        table.confirmed(move)
    lines = table.page.locator("#list .move-line")
    lines.nth(2).wait_for()
    assert table.page.locator("#no-moves").is_hidden()
    assert moves(table)[2] == "undo"
    assert [line.evaluate("(el) => el.classList.contains('is-undone')") for line in lines.all()] == [False, True, False]


def test_what_was_played_before_is_there_after_a_reload(table):
    for _ in range(3):
        table.page.keyboard.press("d")
        table.confirmed("d")
    before = moves(table)
    table.page.reload()
    table.page.locator("#list .move-line").nth(2).wait_for()
    assert moves(table) == before


def test_a_window_that_grows_gets_the_list(sit_down):
    table = sit_down(CODE)
    table.page.keyboard.press("d")
    table.confirmed("d")
    assert table.page.locator(".game-aside").is_hidden()
    assert table.page.locator("#list .move-line").count() == 0
    table.page.set_viewport_size(WIDE)
    table.page.locator("#list .move-line").wait_for()
    table.page.keyboard.press("d")
    table.confirmed("d")
    assert len(moves(table)) == 2


def test_keys_still_play_while_the_list_has_the_focus(table):
    around = table.page.get_by_role("group", name="Moves", exact=True)
    around.focus()
    assert around.evaluate("(el) => el === document.activeElement")
    table.page.keyboard.press("d")
    table.confirmed("d")


def test_whoever_leads_at_the_deal_stands_beside_it(site, sit_down):
    table = sit_down(CODE, viewport=WIDE)
    assert table.page.locator(".game-aside").get_by_text("Nobody has won this deal yet.").is_visible()
