import dataclasses

import pytest

from solitaire.rules.deals import Deal
from solitaire.rules.game import Game, Step, start
from solitaire.rules.rulesets import rules_of

from .tables import table


def values() -> list[object]:
    game = start(Deal.parse("KL1-D1N-AAAAAAG"))
    step = game.play("41")
    return [
        game,
        game.deal,
        game.position,
        game.openings,
        game.rule_set,
        rules_of(1),
        step,
        step.change,
        step.change.turned,
        step.change.carries[0],
    ]


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_nothing_of_it_can_be_set(value: object):
    parts = value._fields if isinstance(value, tuple) else [part.name for part in dataclasses.fields(value)]
    for part in parts:
        with pytest.raises(AttributeError):
            setattr(value, part, None)
    with pytest.raises((AttributeError, TypeError)):
        value.anything = 1


def test_a_move_leaves_the_game_before_it_as_it_was():
    game = table("AS", "2H", stock="3C")
    before = game._replace()
    for move in ("12", "d", "1f", "h", "x"):
        assert isinstance(game.play(move), Step)
        assert game == before
    assert isinstance(game.close().game, Game)
    assert game == before


def test_from_one_position_two_games_can_go_on():
    game = table("AS", "2H", stock="3C")
    one, other = game.play("12").game, game.play("d").game
    assert one.position.waste == ()
    assert other.position.columns == game.position.columns


def test_equal_games_are_equal_and_positions_can_be_kept_in_sets():
    deal = Deal.parse("KL1-D1N-AAAAAAG")
    assert start(deal) == start(deal)
    assert start(deal).play("d").game != start(deal)
    assert len({start(deal).position, start(deal).position, start(deal).play("d").game.position}) == 2
