"""A card dropped where it may not lie: the server says why, and it glides back."""

CODE = "KL1-D3S-MKMCCKT"


def test_the_rule_is_shown_and_the_card_lies_where_it_lay(sit_down):
    table = sit_down(CODE)
    before = table.shown()
    table.drag("6S", "4")  # a six on a ten
    note = table.page.locator("#rule")
    note.wait_for(state="visible")
    assert table.game.position.moves == 0
    assert table.page.locator("#said").inner_text() == note.inner_text()
    assert table.shown() == before
    table.at_version(1)


def test_a_card_dropped_on_its_own_pile_or_nowhere_goes_back_without_a_word(sit_down):
    table = sit_down(CODE)
    x, y = table.grip("6S")
    table.drag_to("6S", x + 3, y + 40)
    table.drag_to("6S", x, 630)
    table.drag_to("6S", *table.spot("s"))
    table.page.keyboard.press("d")
    table.confirmed("d")
    assert table.page.locator("#rule").is_hidden()


def test_a_card_dropped_on_any_foundation_finds_its_own(sit_down):
    table = sit_down(CODE)
    table.drag("AC", "S")
    table.confirmed("3f")
    assert table.shown()["foundations"] == {"S": 0, "H": 0, "D": 0, "C": 1}


def test_a_refused_move_does_not_hold_up_what_was_done_after_it(sit_down):
    table = sit_down(CODE)
    table.drag("6S", "4")
    table.page.keyboard.press("d")
    table.confirmed("d")
