"""What one click and a pair of clicks do."""

CODE = "KL1-D3S-MKMCCKT"  # AC lies open on column 3, and what is under it goes home after it, twice
KINGS = "KL1-D1N-ZBJATVA"


def test_a_pair_of_clicks_never_acts_on_two_cards(sit_down):
    table = sit_down(CODE)
    table.page.mouse.dblclick(*table.spot("3"))
    table.confirmed("3f")
    assert "3f" in table.game.legal()
    table.page.mouse.click(*table.spot("2"))  # nothing to be done there; whatever was under way is through by now
    table.at_version(2)


def test_a_click_on_a_card_that_cannot_go_home_does_nothing(sit_down):
    table = sit_down(CODE)
    table.click("2")
    table.click("3")
    table.confirmed("3f")


def test_the_second_of_two_quick_clicks_seeks_the_longest_column(sit_down):
    table = sit_down("KL1-D1N-AAAAAAG")
    game = table.game
    while not (choice := seeking(game)):
        table.play("d")
        game = table.game
    pile, move = choice
    table.page.mouse.dblclick(*table.spot(pile))
    table.confirmed(move)


def test_two_slow_clicks_are_no_pair(sit_down):
    table = sit_down("KL1-D1N-AAAAAAG")
    while not (choice := seeking(table.game)):
        table.play("d")
    pile, _ = choice
    table.page.mouse.click(*table.spot(pile))
    table.page.wait_for_timeout(500)
    table.page.mouse.click(*table.spot(pile))
    table.page.keyboard.press("d")
    table.confirmed("d")


def test_the_stock_is_turned_by_each_click_and_recycled_when_empty(sit_down):
    table = sit_down(CODE)
    for _ in range(9):
        table.page.mouse.click(*table.spot("s"))
    for move in ["d"] * 8 + ["r"]:
        table.follow(move)
    table.at_version(10)
    assert table.shown()["stock"] == 24


def seeking(game):
    """A pile whose last card cannot go home but has a choice of columns, and the move to the longest of them."""
    columns = game.position.columns
    legal = game.legal()
    for pile in "w1234567":
        if f"{pile}f" in legal:
            continue
        moves = [move for move in legal if move[0] == pile and move[1:].rstrip("1").rstrip("x").isdigit()]
        moves = [move for move in moves if pile == "w" or move.endswith("x1")]
        if moves:
            return pile, max(moves, key=lambda move: len(columns[int(move[1]) - 1]))[:2]
    return None


def test_a_drag_between_two_clicks_parts_them(sit_down):
    table = sit_down(CODE)
    table.page.evaluate("() => { Object.defineProperty(Event.prototype, 'timeStamp', {get: () => 1}); }")
    table.click("3")
    table.confirmed("3f")
    table.drag("9D", "4")
    table.confirmed("64")
    table.click("3")
    table.confirmed("3f")
