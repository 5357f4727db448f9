import pytest

from solitaire.rules.game import Game
from solitaire.rules.moves import Refused
from solitaire.rules.notation import NOTATION

from .tables import play, table


@pytest.fixture(scope="module")
def full() -> Game:
    return play(table("KS"), "12 21 h u y " * 1000)


def code_of(game: Game, move: str) -> str:
    with pytest.raises(Refused) as refused:
        game.play(move)
    return refused.value.code


def test_every_written_move_counts_whatever_its_kind(full: Game):
    assert full.written == 5000
    assert full.legal() == ("x",)


def test_only_resigning_is_left(full: Game):
    assert {code_of(full, move) for move in NOTATION if move != "x"} == {"too-long"}
    assert code_of(full, "zz") == "not-a-move"
    assert full.play("x").game.status == "resigned"


def test_the_limit_is_told(full: Game):
    with pytest.raises(Refused) as refused:
        full.play("d")
    assert refused.value.limit == 5000


def test_after_that_the_game_is_over(full: Game):
    game = full.play("x").game
    assert (game.written, code_of(game, "u")) == (5001, "game-over")


def test_the_last_move_may_win():
    game = play(table("KS", home="S12 H13 D13 C13"), "h " * 4999)
    assert game.play("1f").game.status == "won"


def test_a_lost_game_of_5000_moves_takes_nothing():
    dead = ("9H", "9D", "7H", "7D", "5H", "5D", "JH")
    game = play(table(*dead, stock="9S", code="KL1-D1S-AAAAAAA"), "h " * 4999 + "d")
    assert (game.status, game.legal()) == ("lost", ())
    assert code_of(game, "u") == "too-long"
    assert code_of(game, "x") == "game-over"
    assert game.close().game.status == "lost"


def test_the_site_can_still_close_a_full_game(full: Game):
    assert full.close().game.status == "resigned"
