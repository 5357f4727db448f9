"""What signing up, logging out and the like in one tab mean for a game that is open in another."""

import secrets

from tests.browser.table import Table, recorded_moves

CODE = "KL1-D3S-MKMCCKT"
MOVES = recorded_moves(CODE)


def played_a_little(sit_down) -> Table:
    table = sit_down(CODE)
    table.play(MOVES[0])
    table.page.evaluate("window.sameDocument = true")
    return table


def test_signing_up_there_lets_the_game_go_on_here_without_a_reload(sit_down):
    table = played_a_little(sit_down)
    other = table.page.context.new_page()
    other.goto(f"{table.url}/signup")
    other.fill("[name=name]", f"Ana {secrets.token_hex(4)}")
    for field in other.locator("[type=password]").all():
        field.fill("correct horse battery staple")
    with table.page.expect_websocket():
        other.locator("main form button[type=submit]").click()
    table.page.wait_for_selector("#line", state="hidden")
    table.clicked = ""
    table.play(MOVES[1])
    assert table.record() == MOVES[:2]
    assert table.page.evaluate("window.sameDocument")


def test_logging_out_there_is_said_here_at_the_next_move(sit_down):
    table = played_a_little(sit_down)
    other = table.page.context.new_page()
    other.goto(f"{table.url}/account")
    with table.page.expect_websocket():
        other.locator("form[action$=logout] button").first.click()
    table.page.wait_for_selector("#line", state="hidden")
    table.page.keyboard.press("d")
    table.page.locator("#line", has_text="You are signed out here").wait_for()
    assert table.record() == MOVES[:1]
