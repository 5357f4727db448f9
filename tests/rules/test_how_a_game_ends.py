import pytest

from solitaire.rules.changes import NOTHING_CHANGED
from solitaire.rules.deals import Deal, numbered
from solitaire.rules.game import Game, start
from solitaire.rules.moves import Refused
from solitaire.rules.notation import NOTATION

from .tables import play, table

DECLARED = ["D1S", "D3S", "D1C", "D3C"]
NEVER_DECLARED = ["D1N", "D3N", "D1V", "D3V"]

DEAD = ("9H", "9D", "7H", "7D", "5H", "5D", "JH")
"""Seven columns none of which takes a card from another."""


def form_table(form: str, *columns: str, **rest: object) -> Game:
    return table(*columns, code=f"KL1-{form}-AAAAAAA", **rest)


def is_refused(game: Game, move: str, code: str) -> bool:
    with pytest.raises(Refused) as refused:
        game.play(move)
    return refused.value.code == code


@pytest.mark.parametrize("form", [*DECLARED, *NEVER_DECLARED])
def test_a_game_is_won_with_the_last_card_home_and_then_takes_nothing(form: str):
    game = play(form_table(form, "QS KS", home="S11 H13 D13 C13"), "12 1f 2f")
    assert (game.status, game.over, game.cards_home, game.stuck) == ("won", True, 52, False)
    assert game.legal() == ()
    assert all(is_refused(game, move, "game-over") for move in NOTATION)


def test_a_resigned_game_takes_nothing_and_changed_nothing():
    step = play(table("AS"), "1f").play("x")
    game = step.game
    assert (step.change, game.status, game.over, game.stuck, game.position.moves) == (
        NOTHING_CHANGED,
        "resigned",
        True,
        False,
        1,
    )
    assert game.legal() == ()
    assert all(is_refused(game, move, "game-over") for move in NOTATION)


@pytest.mark.parametrize("form", DECLARED)
def test_a_game_is_lost_when_nothing_can_be_moved_drawn_or_recycled(form: str):
    game = play(form_table(form, *DEAD, stock="9S", recycles=5), "d")
    assert (game.status, game.over, game.stuck) == ("lost", False, True)


@pytest.mark.parametrize("form", NEVER_DECLARED)
def test_in_normal_and_vegas_a_stuck_game_goes_on(form: str):
    game = play(form_table(form, *DEAD, stock="9S"), "d")
    assert (game.status, game.stuck) == ("playing", True)
    assert "x" in game.legal()
    assert "u" in game.legal()


@pytest.mark.parametrize("form", ["D1S", "D3S", "D1N", "D3N", "D3C"])
def test_nobody_is_stuck_before_they_have_looked_through_the_stock(form: str):
    game = form_table(form, *DEAD, stock="9S 9C JS 7S")
    while "d" in game.legal():
        assert not game.stuck
        game = play(game, "d")
    assert game.stuck


@pytest.mark.parametrize("form", ["D1S", "D1N"])
def test_a_card_that_could_have_been_moved_on_the_way_keeps_hope(form: str):
    game = play(form_table(form, *DEAD, stock="6S 9S"), "d d")
    assert (game.status, game.stuck) == ("playing", False)


@pytest.mark.parametrize("form", ["D1S", "D1N"])
def test_hope_is_gone_after_the_next_look_that_brings_nothing(form: str):
    game = form_table(form, *DEAD, waste="9S", chance=True)
    assert not game.stuck
    assert play(game, "r d").stuck


TAKES_ONE_SIX = ("9H", "9D", "7H", "KD", "QD", "JD", "JH")
"""Seven columns none of which takes a card from another, before and after a black six was put on the seven."""


def test_a_card_played_from_the_waste_keeps_hope_too():
    game = play(form_table("D1S", *TAKES_ONE_SIX, stock="9S 6S 9C"), "d d w3 d")
    assert (game.status, game.stuck) == ("playing", False)


def test_a_waste_played_empty_begins_a_new_look():
    game = play(form_table("D1S", *TAKES_ONE_SIX, stock="6S 9S 9C"), "d")
    assert game.position.chance
    game = play(game, "w3")
    assert not game.position.chance
    assert play(game, "d d").status == "lost"


def test_a_dealt_position_tells_whether_a_card_can_be_moved():
    assert start(Deal.parse("KL1-D1N-AAAAAAG")).position.chance
    deals = (numbered(number) for number in range(1000))
    still = next(game for game in map(start, deals) if game.legal() == ("d", "x", "h"))
    assert not still.position.chance


def test_a_card_that_can_only_go_home_counts_as_a_move():
    assert play(form_table("D1S", *DEAD, stock="9S AS"), "d d").status == "playing"
    assert play(form_table("D1S", "2H", *DEAD[1:], stock="9S", home="H1"), "d").status == "playing"


def test_a_take_back_or_a_pointless_kings_move_counts_as_a_move():
    taken_back = ("6H", "9D", "7H", "7D", "9H", "JD", "JH")
    assert play(form_table("D1S", *taken_back, stock="9S", home="S5"), "d").status == "playing"
    assert play(form_table("D1C", *taken_back, stock="9S", home="S5"), "d").status == "lost"
    assert play(form_table("D1S", "KS", *DEAD[:5], stock="9S"), "d").status == "playing"


@pytest.mark.parametrize(("form", "passes"), [("D1V", 1), ("D1C", 1), ("D3C", 3)])
def test_with_the_last_pass_used_hope_does_not_help(form: str, passes: int):
    game = form_table(form, *DEAD, stock="6S 9S" if form[1] == "1" else "6S 9S JS 9C", recycles=passes - 1)
    game = play(game, "d d")
    assert game.stuck
    assert game.position.chance == (form[1] == "1")


def test_a_lost_game_takes_undo_and_nothing_else():
    game = play(form_table("D1S", *DEAD, stock="9S"), "d")
    assert game.legal() == ("u",)
    assert all(is_refused(game, move, "game-over") for move in NOTATION if move != "u")
    undone = game.play("u").game
    assert (undone.status, undone.stuck, undone.legal()) == ("playing", False, ("d", "y", "x", "h"))
    assert undone.play("y").game.status == "lost"


def test_the_site_closes_a_game_still_playing_as_resigned():
    step = play(table("AS"), "1f").close()
    assert (step.move, step.change, step.game.status) == ("closed", NOTHING_CHANGED, "resigned")
    assert (step.game.over, step.game.closed, step.game.legal(), step.game.written) == (True, True, (), 1)
    assert is_refused(step.game, "u", "game-over")


def test_the_site_closes_a_lost_game_as_lost():
    game = play(form_table("D1S", *DEAD, stock="9S"), "d").close().game
    assert (game.status, game.over, game.closed, game.legal(), game.stuck) == ("lost", True, True, (), True)
    assert is_refused(game, "u", "game-over")


@pytest.mark.parametrize("move", ["x", "1f"])
def test_a_game_that_is_over_cannot_be_closed(move: str):
    game = play(table("KS", home="S12 H13 D13 C13"), move)
    with pytest.raises(Refused, match="game-over"):
        game.close()


def test_a_closed_game_cannot_be_closed_again():
    game = table("AS").close().game
    with pytest.raises(Refused, match="game-over"):
        game.close()
