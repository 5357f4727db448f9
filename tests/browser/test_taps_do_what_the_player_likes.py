"""What a tap on a card does is the player's to choose."""

from solitaire.rules.hints import hints

CODE = "KL1-D1N-AAAAAAG"


def column_move(table):
    """A legal move of one column's last card to another column, of a card that cannot go home."""
    while True:
        for move in table.game.legal():
            if len(move) == 4 and move.endswith("x1") and f"{move[0]}f" not in table.game.legal():
                targets = [other for other in table.game.legal() if other[0] == move[0] and len(other) == 4]
                if len(targets) == 1:
                    return move
        table.play(hints(table.game)[0].move if table.game.legal()[0] != "d" else "d")


def test_one_tap_brings_a_card_to_the_best_place(sit_down, choose):
    table = sit_down(CODE, prepare=choose("To the best place"))
    move = column_move(table)
    table.click(move[0])
    table.confirmed(move)


def test_two_taps_bring_a_card_to_the_best_place_where_one_is_to_do_nothing(sit_down, choose):
    table = sit_down(CODE, prepare=choose("Twice, to the best place"))
    move = column_move(table)
    table.page.mouse.click(*table.spot(move[0]))
    table.page.wait_for_timeout(500)
    table.page.keyboard.press("d")
    table.confirmed("d")
    table.page.mouse.dblclick(*table.spot(move[0]))
    table.confirmed(move)


def test_nothing_but_dragging_moves_a_card_where_that_is_liked(sit_down, choose):
    table = sit_down(CODE, prepare=choose("Nothing: cards are dragged"))
    move = column_move(table)
    table.page.mouse.dblclick(*table.spot(move[0]))
    table.page.wait_for_timeout(200)
    table.play(move)
    assert table.record()[-1] == move[:2]


def test_a_card_without_a_place_is_told_of_and_stays(sit_down):
    table = sit_down(CODE)
    stays = next(pile for pile in "1234567" if not any(move[0] == pile for move in table.game.legal()))
    before = table.shown()
    table.page.mouse.dblclick(*table.spot(stays))
    table.page.locator("#rule", has_text="There is no place for").wait_for(state="visible")
    assert table.shown() == before
    table.page.keyboard.press("d")
    table.confirmed("d")
    assert table.page.locator("#rule").is_hidden()
