"""What must hold in every game, whoever plays it."""

from collections import Counter
from collections.abc import Iterator

from hypothesis import given

from solitaire.rules.cards import DECK
from solitaire.rules.deals import Deal
from solitaire.rules.game import Game, Step, fold, start
from solitaire.rules.moves import Refused
from solitaire.rules.notation import NOTATION
from solitaire.rules.openings import openings_of
from solitaire.rules.position import Position

from .walks import deals, walks


def everything_but_the_move_counter(position: Position) -> Position:
    return position.counted(0)


def actions_in_effect(steps: list[Step]) -> list[str]:
    """The actions played and not undone."""
    done, undone = [], []
    for step in steps:
        if step.move == "u":
            undone.append(done.pop())
        elif step.move == "y":
            done.append(undone.pop())
        elif step.move != "h":
            done.append(step.move)
            undone = []
    return done


@given(walks())
def test_there_are_always_52_different_cards(steps: list[Step]):
    for step in steps:
        position = step.game.position
        home = [suit * 13 + rank for suit in range(4) for rank in range(position.foundations[suit])]
        assert sorted([*sum(position.columns, ()), *position.stock, *position.waste, *home]) == list(DECK)


@given(walks())
def test_what_can_be_moved_is_kept_up_to_date_as_if_it_were_worked_out_anew(steps: list[Step]):
    for step in steps:
        assert step.game.openings == openings_of(step.game.position, step.game.rule_set)


def actions(steps: list[Step]) -> Iterator[tuple[Game, Step]]:
    """The steps that can be undone, each with the game before it."""
    before = start(steps[0].game.deal) if steps else None
    for step in steps:
        if step.move not in ("u", "y", "h", "x") and step.game.status != "won":
            yield before, step
        before = step.game


@given(walks())
def test_undo_restores_everything_but_the_move_counter(steps: list[Step]):
    for before, step in actions(steps):
        undone = step.game.play("u").game
        assert everything_but_the_move_counter(undone.position) == everything_but_the_move_counter(before.position)
        assert undone.position.moves == step.game.position.moves
        assert set(undone.legal()) - {"y"} == set(before.legal()) - {"y"}


@given(walks())
def test_redo_brings_back_what_was_undone(steps: list[Step]):
    for _, step in actions(steps):
        redone = step.game.play("u").game.play("y").game
        assert redone.position == step.game.position.counted(step.game.position.moves + 1)
        assert redone.legal() == step.game.legal()
        assert redone.future == ()


@given(walks())
def test_everything_can_be_undone_and_redone_in_a_row(steps: list[Step]):
    if not steps or steps[-1].game.over:
        return
    game = steps[-1].game
    seen = [game.position]
    while game.past:
        game = game.play("u").game
        seen.append(game.position)
    for position in seen[-2::-1]:
        game = game.play("y").game
        assert everything_but_the_move_counter(game.position) == everything_but_the_move_counter(position)


@given(walks())
def test_a_change_is_taken_back_by_its_undo_exactly(steps: list[Step]):
    for _, step in actions(steps):
        assert step.game.play("u").change == step.change.reversed()
        assert step.change.reversed().reversed() == step.change


@given(walks())
def test_the_score_is_never_negative_where_there_is_a_floor(steps: list[Step]):
    for step in steps:
        assert step.game.position.score >= (-52 if step.game.deal.ruleset == "V" else 0)


@given(walks())
def test_the_points_of_a_move_are_what_it_did_to_the_score(steps: list[Step]):
    score = start(steps[0].game.deal).position.score if steps else 0
    for step in steps:
        assert step.game.position.score == score + step.change.points
        score = step.game.position.score


@given(walks())
def test_only_actions_in_effect_make_the_score(steps: list[Step]):
    """So that no amount of undoing and redoing is worth a point."""
    if steps:
        game = steps[-1].game
        plain = fold(game.deal, actions_in_effect(steps))
        assert everything_but_the_move_counter(game.position) == everything_but_the_move_counter(plain.position)


@given(walks(without="xhuy"))
def test_coming_back_to_the_same_cards_is_worth_points_only_for_cards_taken_back(steps: list[Step]):
    lowest: dict[tuple, tuple[int, int]] = {}
    for step in steps:
        position = step.game.position
        piles = (position.columns, position.down, position.talon, position.turned, position.foundations)
        home = step.game.rule_set.home
        score, take_backs = lowest.setdefault(piles, (position.score, position.take_backs))
        assert position.score <= score + home * (position.take_backs - take_backs)
        if position.score < score:
            lowest[piles] = position.score, position.take_backs


@given(walks())
def test_every_legal_move_and_no_other_is_accepted(steps: list[Step]):
    game = steps[-1].game if steps else None
    if game is not None:
        listed = Counter(game.legal())
        assert set(listed.values()) <= {1}
        assert accepted_texts(game) == set(listed) | {move.partition("x")[0] for move in listed if "x" in move[1:]} | {
            f"{move}x1" for move in listed if move[0].isdigit() and move.endswith("f")
        }


def accepted_texts(game: Game) -> set[str]:
    accepted = set()
    for text in NOTATION:
        try:
            game.play(text)
        except Refused:
            continue
        accepted.add(text)
    return accepted


@given(walks())
def test_a_move_without_a_count_means_the_listed_count(steps: list[Step]):
    for step in steps[-3:]:
        for move in step.game.legal():
            if "x" in move[1:]:
                assert step.game.play(move) == step.game.play(move[:2])


@given(walks())
def test_a_listed_move_has_its_canonical_text_without_a_count(steps: list[Step]):
    for step in steps:
        assert NOTATION[step.move].text == step.move
        assert "x" not in step.move[1:]


@given(walks(without=""))
def test_the_counters_count_what_they_say(steps: list[Step]):
    moves = hints = 0
    for written, step in enumerate(steps, start=1):
        hints += step.move == "h"
        moves += step.move not in ("u", "h", "x")
        game = step.game
        assert (game.position.moves, game.written, game.hinted) == (moves, written, hints > 0)


@given(walks())
def test_take_backs_in_effect_are_those_not_undone(steps: list[Step]):
    if steps:
        taken = sum(move[0] in "SHDC" for move in actions_in_effect(steps))
        assert steps[-1].game.position.take_backs == taken


@given(walks())
def test_folding_the_moves_gives_the_same_game(steps: list[Step]):
    if steps:
        game = steps[-1].game
        assert fold(game.deal, [step.move for step in steps]) == game


@given(deals)
def test_drawing_through_the_stock_comes_back_to_its_beginning(deal: Deal):
    game = start(deal)
    while "d" in game.legal():
        game = game.play("d").game
    if "r" in game.legal():
        recycled = game.play("r").game.position
        assert (recycled.stock, recycled.waste) == (start(deal).position.stock, ())
