import pytest

from solitaire.rules.cards import parse_card
from solitaire.rules.game import Game
from solitaire.rules.moves import Refused
from solitaire.rules.views import View, show_position

from .tables import play, table


def refusal(game: Game, move: str) -> Refused:
    with pytest.raises(Refused) as refused:
        game.play(move)
    return refused.value


def columns_after(game: Game, moves: str) -> list[str]:
    return [" ".join(column) for column in show_position(play(game, moves), View.ALL)["columns"]]


def test_a_column_is_built_down_by_one_in_alternating_colours():
    game = table("8S", "7H", "7C", "6H", "9H")
    assert columns_after(game, "21")[0] == "8S 7H"
    assert refusal(game, "31").code == "wrong-colour"
    assert refusal(game, "41").code == "wrong-rank"
    assert refusal(game, "51").code == "wrong-rank"


def test_the_destination_decides_how_many_cards_go():
    game = table("9S 8H 7S 6H", "9C", "7C", "8S")
    assert columns_after(game, "12")[:2] == ["9S", "9C 8H 7S 6H"]
    assert columns_after(game, "13")[:3] == ["9S 8H 7S", "9C", "7C 6H"]
    assert "12x3" in game.legal()
    assert "13x1" in game.legal()


def test_a_count_is_checked_and_left_out_of_the_canonical_form():
    game = table("9S 8H 7S 6H", "9C")
    assert game.play("12x3").move == "12"
    assert refusal(game, "12x2").code == "wrong-rank"
    assert refusal(game, "12x4").code == "wrong-rank"
    assert refusal(game, "12x5").code == "nothing-there"


def test_an_empty_column_takes_a_king_with_its_group_and_nothing_else():
    game = table("2c KS QH JS", "", "QD", waste="KH")
    assert columns_after(game, "12")[:2] == ["2C", "KS QH JS"]
    assert columns_after(game, "w2")[1] == "KH"
    assert refusal(game, "32").code == "empty-column-needs-king"
    assert refusal(game, "12x2").code == "empty-column-needs-king"


def test_a_king_alone_may_move_between_empty_columns():
    assert columns_after(table("KS QD"), "12 23") == ["", "", "KS QD", "", "", "", ""]


def test_a_foundation_is_built_up_from_the_ace_in_one_suit():
    game = table("2S AS", "2H", waste="AH")
    assert play(game, "1f 1f wf 2f").position.foundations == (2, 2, 0, 0)
    assert refusal(game, "2f").code == "foundation-order"
    assert refusal(table("3H", home="H1 S2"), "1f").code == "foundation-order"


def test_a_foundation_takes_one_card_at_a_time():
    game = table("2H AS", "AD")
    assert refusal(game, "1fx2").code == "foundation-one-card"
    assert game.play("1fx1").move == "1f"
    assert "1f" in game.legal()


def test_a_foundations_top_card_goes_back_to_a_column():
    game = table("5H", "5S", home="S4 D4")
    assert play(game, "S1").position.foundations == (3, 0, 4, 0)
    assert play(game, "D2").position.columns[1] == tuple(map(parse_card, ["5S", "4D"]))
    assert refusal(game, "S2").code == "wrong-colour"
    assert refusal(game, "D1").code == "wrong-colour"
    assert refusal(game, "C1").code == "nothing-there"
    assert refusal(game, "S3").code == "empty-column-needs-king"


def test_a_foundations_king_may_go_to_an_empty_column():
    assert columns_after(table("2C", home="H13 C1"), "H2")[1] == "KH"


def test_in_classic_a_card_stays_on_its_foundation():
    game = table("5H", home="S4", code="KL1-D1C-AAAAAAA")
    assert refusal(game, "S1").code == "foundation-locked"
    assert refusal(game, "C1").code == "foundation-locked"
    assert not [move for move in game.legal() if move[0] in "SHDC"]


def test_a_face_down_card_cannot_be_moved():
    assert refusal(table("8h 7S", "9S"), "12x2").code == "face-down"
    assert refusal(table("8h 7S", "9S"), "1fx2").code == "face-down"
    assert "12x2" not in table("8h 7S", "9S").legal()


def test_in_thoughtful_only_a_group_in_order_is_lifted():
    game = table("8H QD 7S 6H", "9S", "8D", "KC", code="TF1-D1N-AAAAAAA")
    assert columns_after(game, "13")[:3] == ["8H QD", "9S", "8D 7S 6H"]
    assert refusal(game, "12x4").code == "group-not-in-order"
    assert refusal(game, "14x3").code == "group-not-in-order"
    assert refusal(game, "1fx3").code == "group-not-in-order"
    assert refusal(game, "12x2").code == "wrong-rank"


def test_in_thoughtful_a_whole_group_from_king_to_ace_is_lifted():
    group = "KS QD JS TD 9S 8D 7S 6D 5S 4D 3S 2D AS"
    game = table(f"3C {group}", code="TF1-D1N-AAAAAAA")
    assert "12x13" in game.legal()
    assert columns_after(game, "12")[:2] == ["3C", group]


def test_what_lies_under_a_lifted_group_can_be_lifted_next():
    game = table("9C 8D QS JD", "KH", "TH", code="TF1-D1N-AAAAAAA")
    assert columns_after(game, "12 13")[:3] == ["", "KH QS JD", "TH 9C 8D"]


def test_only_the_last_waste_card_can_be_played():
    game = table("8S", "3D", waste="AC 7H 2S")
    assert refusal(game, "w1").code == "wrong-rank"
    assert columns_after(game, "w2 w1 wf")[:2] == ["8S 7H", "3D 2S"]


def test_the_waste_under_a_played_card_is_playable_in_draw_three():
    game = table("8S", "3D", stock="AC 7H 2S 9H", code="KL1-D3N-AAAAAAA")
    game = play(game, "d w2 w1")
    assert game.position.waste == (parse_card("AC"),)
    assert game.position.stock == (parse_card("9H"),)


def test_a_draw_turns_one_card_or_three_or_what_is_left():
    one, three = table(stock="2C 3C 4C 5C"), table(stock="2C 3C 4C 5C", code="KL1-D3N-AAAAAAA")
    assert [len(play(one, "d").position.waste), len(play(three, "d").position.waste)] == [1, 3]
    assert len(play(three, "d d").position.waste) == 4
    assert refusal(play(three, "d d"), "d").code == "nothing-there"


def test_a_recycle_brings_the_first_card_first_again():
    game = play(table("9H", stock="2C 3C 4C 5C"), "d d d d r")
    assert (game.position.waste, game.position.recycles) == ((), 1)
    assert game.position.stock == tuple(map(parse_card, ["2C", "3C", "4C", "5C"]))


def test_the_waste_is_turned_over_only_once_the_stock_is_empty():
    assert refusal(table("9H", stock="2C", waste="3C"), "r").code == "stock-not-empty"
    assert refusal(table("9H", stock="2C"), "r").code == "stock-not-empty"
    assert refusal(table("9H"), "r").code == "nothing-there"


@pytest.mark.parametrize(
    ("form", "recycles"),
    [("D1V", 0), ("D3V", 0), ("D1C", 0), ("D3C", 2), ("D1N", None), ("D3N", None), ("D1S", None), ("D3S", None)],
)
def test_the_stock_is_gone_through_only_so_often(form: str, recycles: int | None):
    code = f"KL1-{form}-AAAAAAA"
    # The seven goes on the eight at every moment, so that nobody is stuck.
    game = table("8S", "7H", stock="2C", code=code)
    for _ in range(10 if recycles is None else recycles):
        game = play(game, "d r")
    game = play(game, "d")
    if recycles is None:
        assert "r" in game.legal()
    else:
        assert "r" not in game.legal()
        assert refusal(game, "r").code == "no-passes-left"
        assert refusal(game, "r").limit == recycles + 1


def test_a_face_down_card_that_becomes_the_last_turns_up_in_the_same_move():
    step = table("ks qh 5D", "6C").play("12")
    assert step.change.turned is not None
    assert (step.change.turned.pile, step.change.turned.card, step.change.turned.up) == ("1", parse_card("QH"), True)
    assert columns_after(step.game, "")[0] == "ks QH"


def test_nothing_turns_where_the_next_card_is_face_up_or_there_is_none():
    assert table("7D 6C", "7H").play("12").change.turned is None
    assert table("6C", "7H").play("12").change.turned is None


def test_no_card_goes_home_by_itself():
    game = play(table("2h AS", "AH"), "1f")
    assert game.position.foundations == (1, 0, 0, 0)
