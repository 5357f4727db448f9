import pytest

from solitaire.rules.changes import Carry, Change, Turn
from solitaire.rules.game import Game
from solitaire.rules.moves import Refused

from .tables import play, table


@pytest.fixture
def game() -> Game:
    return table("AS", "2H", stock="3C 4C 5C")


def code_of(game: Game, move: str) -> str:
    with pytest.raises(Refused) as refused:
        game.play(move)
    return refused.value.code


def test_at_the_deal_there_is_nothing_to_undo_or_redo(game: Game):
    assert code_of(game, "u") == "nothing-to-undo"
    assert code_of(game, "y") == "nothing-to-redo"
    assert not {"u", "y"} & set(game.legal())


def test_actions_are_undone_latest_first(game: Game):
    game = play(game, "d 12 d u")
    assert len(game.position.waste) == 1
    game = play(game, "u")
    assert [len(column) for column in game.position.columns[:2]] == [1, 1]
    assert code_of(play(game, "u"), "u") == "nothing-to-undo"


def test_an_undone_action_is_redone_with_the_same_outcome(game: Game):
    first = game.play("12")
    again = play(first.game, "u").play("y")
    assert (again.move, again.change) == ("y", first.change)


def test_a_new_action_clears_what_could_be_redone(game: Game):
    game = play(game, "12 d u u d")
    assert code_of(game, "y") == "nothing-to-redo"


def test_a_hint_leaves_what_can_be_undone_and_redone(game: Game):
    game = play(game, "12 d u h")
    assert game.hinted
    assert play(game, "y").position.waste
    assert play(game, "u").position.columns[0]


def test_a_hint_is_not_counted_and_cannot_be_undone(game: Game):
    hinted = play(game, "h")
    assert hinted.position == game.position
    assert code_of(hinted, "u") == "nothing-to-undo"
    assert play(game, "d h u").hinted


def test_the_move_counter_counts_redo_and_never_undo_or_a_hint(game: Game):
    assert play(game, "d 12 u h y u").position.moves == 3


def test_an_undo_turns_the_turned_up_card_down_again():
    step = play(table("8h AS", "2H"), "12").play("u")
    assert step.change.turned is not None
    assert (step.change.turned.pile, step.change.turned.up) == ("1", False)
    assert step.game.position.down[0] == 1


def test_a_change_is_taken_back_latest_first():
    change = Change((Carry("w", "3", (7,)), Carry("3", "H", (7,))), Turn("3", 9, True), 10)
    assert change.reversed() == Change((Carry("H", "3", (7,)), Carry("3", "w", (7,))), Turn("3", 9, False), -10)


def test_an_undone_recycle_is_not_used_up():
    game = play(table("AS", "2H", stock="3C", code="KL1-D3C-AAAAAAA", recycles=1), "d r")
    assert game.position.recycles == 2
    game = play(game, "u")
    assert game.position.recycles == 1
    assert "r" in game.legal()


def test_an_undone_take_back_is_not_in_effect():
    game = play(table("2H", home="S1"), "S1")
    assert game.position.take_backs == 1
    assert play(game, "u").position.take_backs == 0
    assert play(game, "u y").position.take_backs == 1
    assert play(game, "1f").position.take_backs == 1


@pytest.fixture
def one_card() -> Game:
    return table("AS", "2H", stock="3C")


def test_only_the_last_100_actions_can_be_undone(one_card: Game):
    game = play(one_card, "d r " * 75)
    undone = play(game, "u " * 100)
    assert code_of(undone, "u") == "nothing-to-undo"
    assert "u" not in undone.legal()
    assert undone.position.recycles == 25
    assert play(undone, "y " * 100).position.recycles == 75
    assert code_of(play(undone, "y " * 100), "y") == "nothing-to-redo"


def test_after_undoing_and_acting_again_a_hundred_can_be_undone_again(one_card: Game):
    game = play(one_card, "d r " * 75 + "u " * 10 + "d r " * 5)
    assert code_of(play(game, "u " * 100), "u") == "nothing-to-undo"


def test_a_game_does_not_grow_with_the_actions_it_has_forgotten(one_card: Game):
    assert len(play(one_card, "d r " * 500).past) == 100


def test_the_cards_of_an_undone_draw_go_back_to_the_stock(game: Game):
    change = play(game, "d").play("u").change
    assert [(carry.source, carry.target, len(carry.cards)) for carry in change.carries] == [("w", "s", 1)]
