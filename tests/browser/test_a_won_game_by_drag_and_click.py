"""A whole game with the mouse, from the deal's page to its board."""

from tests.browser.table import recorded_moves

CODE = "KL1-D3S-MKMCCKT"
LEAPING = "() => document.getAnimations().filter((animation) => animation.effect.getTiming().duration > 400).length"


def test_a_game_is_won_by_dragging_and_clicking_and_stands_on_its_board(sit_down):
    table = sit_down(CODE)
    moves = recorded_moves(CODE)
    for move in moves:
        table.play(move)
    page = table.page
    page.get_by_role("heading", name="You won!").wait_for()
    assert table.text("#result-moves") == str(table.game.position.moves)
    assert table.text("#result-score") == str(table.game.position.score)
    assert table.record() == moves
    game_id = table.id
    page.get_by_role("link", name="Your place on the board").click()
    page.wait_for_url(f"**/deal/{CODE}")
    assert page.locator(f'.board a[href="/replay/{game_id}"]').count() >= 1


def test_the_cards_of_a_won_game_leap_about_until_any_key_is_pressed(sit_down):
    table = sit_down(CODE, reduced_motion="no-preference")
    *moves, last = recorded_moves(CODE)
    table.rush(moves)
    table.click(last[0])
    while not table.page.evaluate(LEAPING):
        table.page.wait_for_timeout(20)
    assert table.page.locator("#result").is_hidden()
    table.page.keyboard.press("Shift")
    table.page.locator("#result").wait_for(state="visible")
    assert table.page.evaluate(LEAPING) == 0


def test_with_reduced_motion_nothing_leaps_about(sit_down):
    table = sit_down(CODE)
    *moves, last = recorded_moves(CODE)
    table.rush(moves)
    table.click(last[0])
    table.page.locator("#result").wait_for(state="visible")
    assert table.page.evaluate(LEAPING) == 0
