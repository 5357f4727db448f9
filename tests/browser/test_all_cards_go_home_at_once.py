"""When all that is left lies open in order, one press sends it home, each card an event of its own."""

from tests.browser.table import recorded_moves

CODE, OPEN_AT, CARDS_LEFT = "KL1-D3N-IMSMFTC", 68, 25


def offer(table):
    return table.page.get_by_role("button", name="Send all cards home")


def test_it_is_offered_when_nothing_is_hidden_any_more_and_not_before(sit_down):
    table = sit_down(CODE)
    moves = recorded_moves(CODE)
    table.rush(moves[: OPEN_AT - 1])
    assert not offer(table).is_visible()
    table.rush(moves[OPEN_AT - 1 : OPEN_AT])
    offer(table).wait_for(state="visible")


def test_each_card_is_an_event_of_its_own(sit_down):
    table = sit_down(CODE)
    before = recorded_moves(CODE)[:OPEN_AT]
    table.rush(before)
    offer(table).click()
    table.page.wait_for_selector("#result:not([hidden])")
    record = table.record()
    assert len(record) == OPEN_AT + CARDS_LEFT
    assert all(move[1] == "f" for move in record[OPEN_AT:])
    for move in record[OPEN_AT:]:
        table.follow(move)
    assert table.game.status == "won"
    assert not offer(table).is_visible()


def test_a_move_of_the_players_own_ends_it(sit_down):
    table = sit_down(CODE)
    table.rush(recorded_moves(CODE)[:OPEN_AT])
    offer(table).click()
    table.page.keyboard.press("u")
    offer(table).wait_for(state="visible")
    assert "u" in table.record()
