from hypothesis import given
from hypothesis import strategies as st

from solitaire.rules.game import Game
from solitaire.rules.hints import hints
from solitaire.rules.openings import openings_of

from .tables import table
from .walks import Walk, walks


def reasons(game: Game) -> list[tuple[str, str]]:
    return [(hint.move, hint.reason) for hint in hints(game)]


@given(walks())
def test_every_hint_is_a_legal_move_and_given_once(walk: Walk) -> None:
    for step in walk:
        moves = [hint.move for hint in hints(step.game)]
        assert set(moves) <= set(step.game.legal()) - {"u", "y", "x", "h"}
        assert len(set(moves)) == len(moves)


@given(walks(), st.randoms(use_true_random=False))
def test_cards_that_the_player_does_not_see_have_no_say(walk: Walk, chance) -> None:
    if not walk:
        return
    game = walk[-1].game
    position = game.position
    hidden = [card for column, down in zip(position.columns, position.down, strict=True) for card in column[:down]]
    hidden += position.stock
    chance.shuffle(hidden)
    swapped = iter(hidden)
    columns = tuple(
        (*(next(swapped) for _ in range(down)), *column[down:])
        for column, down in zip(position.columns, position.down, strict=True)
    )
    other = position._replace(columns=columns, talon=(*position.waste, *swapped))
    assert hints(game) == hints(game._replace(position=other, openings=openings_of(other, game.rule_set)))


@given(walks())
def test_no_hint_is_given_where_no_card_can_be_moved_or_the_game_has_ended(walk: Walk) -> None:
    for step in walk:
        if step.game.stuck or step.game.status != "playing":
            assert hints(step.game) == ()


def test_a_card_that_lies_on_more_hidden_ones_is_moved_first() -> None:
    game = table("2s 7H", "3s 4s 5s 7D", "8S", "8C")
    assert reasons(game)[:2] == [("23x1", "turns-up"), ("24x1", "turns-up")]


def test_a_card_nobody_needs_any_more_goes_home_before_all_else() -> None:
    game = table("2h 7C", "AS", "8D")
    assert reasons(game) == [("2f", "sends-home"), ("13x1", "turns-up")]


def test_a_card_that_others_may_lie_on_goes_home_later() -> None:
    game = table("2h 7C", "5S", "8D", home="S4")
    assert reasons(game) == [("13x1", "turns-up"), ("2f", "sends-home")]


def test_a_card_that_keeps_another_from_home_is_moved_away() -> None:
    game = table("9D 8S 7H", "8C", home="S7 H5")
    assert reasons(game) == [("12x1", "frees-home")]


def test_moving_a_run_to_and_fro_brings_nothing_on() -> None:
    game = table("8C 7H", "8S", waste="6D")
    assert "12x1" in game.legal()
    assert "12x1" not in [move for move, _ in reasons(game)]


def test_a_king_at_the_head_of_a_column_stays_there() -> None:
    game = table("KS", "")
    assert "12x1" in game.legal()
    assert reasons(game) == []


def test_a_king_on_hidden_cards_goes_to_the_first_empty_column() -> None:
    assert reasons(table("2s KS", "")) == [("12x1", "turns-up")]


def test_a_king_from_the_waste_fills_a_column() -> None:
    assert reasons(table("5S", waste="KH"))[0] == ("w2", "fills-column")


def test_a_column_is_emptied_where_a_king_waits_for_one() -> None:
    game = table("7H", "8S", "2c KD", "9S", "9C", "TD", "4H")
    assert ("12x1", "empties-column") in reasons(game)


def test_a_column_is_not_emptied_where_no_king_needs_one() -> None:
    game = table("7H", "8S", "KS", "KH", "KD", "KC", "9S")
    assert "12x1" in game.legal()
    assert reasons(game) == []


def test_the_wastes_card_comes_into_play_before_the_stock_is_turned() -> None:
    game = table("8S", "2S", "2C", "9C", "9S", "4C", "5C", waste="7H", stock="3H")
    assert reasons(game) == [("w1", "plays-waste"), ("d", "draws")]


def test_the_waste_is_turned_over_last() -> None:
    game = table("8S", "2S", "2C", "9C", "9S", "4C", "5C", waste="3D 7H")
    assert reasons(game) == [("w1", "plays-waste"), ("r", "recycles")]


def test_a_card_taken_back_is_no_hint() -> None:
    game = table("3H", "4D", home="S2")
    assert "S1" in game.legal()
    assert reasons(game) == []


def test_a_card_out_of_order_is_uncovered_where_all_cards_lie_open() -> None:
    game = table("2S 7H", "8S", code="TF1-D1N-AAAAAAA")
    assert reasons(game)[0] == ("12x1", "uncovers")
