from collections.abc import Iterator

import pytest
from hypothesis import given

from solitaire.rules.cards import name, parse_card
from solitaire.rules.game import Game, Step
from solitaire.rules.moves import Refused
from solitaire.rules.notation import NOTATION

from .tables import play, table
from .walks import walks


def refusal(game: Game, move: str) -> Refused:
    with pytest.raises(Refused) as refused:
        game.play(move)
    return refused.value


def told(game: Game, move: str) -> tuple:
    """What a refusal tells besides its code, in words."""
    refused = refusal(game, move)
    card = refused.card if refused.card is None else name(refused.card)
    onto = refused.onto if refused.onto is None else name(refused.onto)
    return refused.code, refused.pile, card, onto, " ".join(map(name, refused.needs))


@pytest.mark.parametrize(
    "text",
    [
        *"SHDCwDRUYXHf7",
        *["", " ", "d ", " d", "dd", "zz", "w8", "w0", "08", "80", "18", "Hf", "hf", "s3", "ff", "f4", "ww", "fw"],
        *[
            "W3",
            "WF",
            "4F",
            "w3x1",
            "wfx1",
            "H3x1",
            "45x0",
            "45x00",
            "45x01",
            "45x14",
            "45x130",
            "45X2",
            "45x",
            "45 x2",
        ],
        *["45x-1", "45x٣", "４５", "d\n", "45x2 ", "u1", "closed", "\x00", "d" * 10_000],
    ],
)
def test_what_is_not_in_the_notation_is_not_a_move(text: str):
    assert refusal(table("AS", home="S2"), text).code == "not-a-move"


def test_there_are_as_many_moves_as_the_notation_has():
    plain, of_columns = 6, 7 * 8
    assert len(NOTATION) == plain + of_columns * 14 + 7 + 1 + 4 * 7


def test_not_a_move_comes_before_game_over_and_game_over_before_everything():
    game = play(table("AS"), "x")
    assert refusal(game, "w9").code == "not-a-move"
    assert {refusal(game, move).code for move in NOTATION} == {"game-over"}


def test_a_move_to_where_the_cards_are_is_refused_before_it_is_seen_that_there_are_none():
    assert refusal(table("AS"), "44").code == "same-pile"
    assert refusal(table("AS"), "44x3").code == "same-pile"


def test_too_few_cards_are_refused_before_those_face_down():
    game = table("8h 7S", "9S")
    assert refusal(game, "12x3").code == "nothing-there"
    assert refusal(game, "12x2").code == "face-down"


def test_a_group_is_seen_to_be_out_of_order_before_its_destination_is_looked_at():
    game = table("8H 7C 6D 6C", "9S", code="TF1-D1N-AAAAAAA")
    assert refusal(game, "12x4").code == "group-not-in-order"
    assert refusal(game, "1fx4").code == "group-not-in-order"
    assert refusal(game, "13x2").code == "group-not-in-order"


def test_rank_is_judged_before_colour():
    assert refusal(table("8S", "6S"), "21").code == "wrong-rank"


def test_a_move_without_a_count_is_refused_for_the_columns_last_card():
    game = table("9S 8H 7S", "9C", "8C", code="KL1-D1N-AAAAAAA")
    assert told(game, "13") == ("wrong-colour", "3", "7S", "8C", "8H 8D")
    assert told(game, "13x2") == ("wrong-rank", "3", "8H", "8C", "9S 9C")


def test_a_refusal_tells_the_cards_it_speaks_of_and_what_would_do():
    game = table("9S", "7H", "", "KD", waste="5C", home="S4")
    assert told(game, "21") == ("wrong-rank", "1", "7H", "9S", "8S 8C")
    assert told(game, "41") == ("wrong-rank", "1", "KD", "9S", "")
    assert told(game, "23") == ("empty-column-needs-king", "3", "7H", None, "KS KH KD KC")
    assert told(game, "2f") == ("foundation-order", "H", "7H", None, "AH")
    assert told(game, "wf") == ("foundation-order", "C", "5C", None, "AC")
    assert told(game, "1f") == ("foundation-order", "S", "9S", "4S", "5S")
    assert told(game, "S2") == ("wrong-rank", "2", "4S", "7H", "5H 5D")
    assert told(game, "31") == ("nothing-there", "3", None, None, "")
    assert told(game, "H1") == ("nothing-there", "H", None, None, "")
    assert told(game, "d") == ("nothing-there", "s", None, None, "")
    assert told(table(), "w1") == ("nothing-there", "w", None, None, "")
    assert told(table(), "wf") == ("nothing-there", "w", None, None, "")


def test_a_refusal_of_a_group_names_the_place_where_it_is_out_of_order():
    game = table("8H 7C 6D 9S 8D", code="TF1-D1N-AAAAAAA")
    assert told(game, "12x5") == ("group-not-in-order", "1", "9S", "6D", "TH TD")


def test_limits_are_told_as_numbers():
    assert refusal(table("AS"), "u").limit == 100
    assert refusal(table(waste="2C", code="KL1-D3C-AAAAAAA", recycles=2, chance=True), "r").limit == 3


def refusals(game: Game) -> Iterator[Refused]:
    for text in NOTATION:
        try:
            game.play(text)
        except Refused as refused:
            yield refused


@given(walks())
def test_a_refusal_never_speaks_of_a_card_the_player_cannot_see(steps: list[Step]):
    for step in steps[-3:]:
        position = step.game.position
        hidden = set(position.stock)
        for column, down in zip(position.columns, position.down, strict=True):
            hidden |= set(column[:down])
        # What would be needed is a card by the rules, wherever it lies; the cards spoken of lie in sight.
        assert not any(hidden & {refused.card, refused.onto} for refused in refusals(step.game))


def test_a_face_down_card_is_not_named():
    assert told(table("8h 7S", "9S"), "12x2") == ("face-down", "1", None, None, "")


def test_a_refused_move_leaves_the_game_as_it_was():
    game = table("9S", "7H")
    before = (game, game.position, game.legal())
    refusal(game, "21")
    assert (game, game.position, game.legal()) == before
    assert parse_card("9S") in game.position.columns[0]
