"""Random games for laws: a deal, and a walk through it that chooses among the legal moves."""

import random
from collections.abc import Iterator
from functools import cache

from hypothesis import strategies as st

from solitaire.rules.deals import NUMBERED_DECKS, Deal, numbered
from solitaire.rules.game import Game, Step, start

from .tables import examples

FORMS = [("TF", 1, "N"), ("TF", 3, "N"), *(("KL", draw, letter) for letter in "NVSC" for draw in (1, 3))]

deals = st.builds(
    lambda number, form: numbered(number, *form), st.integers(0, NUMBERED_DECKS - 1), st.sampled_from(FORMS)
)
seeds = st.integers(0, 2**32)


@cache
def recorded() -> list[tuple[Deal, list[str]]]:
    return [(Deal.parse(game["deal"]), game["moves"].split()) for game in examples("games.jsonl")]


def random_steps(game: Game, seed: int, length: int, without: str = "xh") -> Iterator[Step]:
    """Play so many random legal moves, card moves oftener than others, none that begins as in `without`."""
    chance = random.Random(seed)
    for _ in range(length):
        legal = [move for move in game.legal() if move[0] not in without]
        if not legal:
            return
        cards = [move for move in legal if len(move) > 1]
        step = game.play(chance.choice(cards if cards and chance.random() < 0.6 else legal))
        yield step
        game = step.game


class Walk(list[Step]):
    """Steps in a row; printed as the moves that can be played again by hand."""

    def __repr__(self) -> str:
        return f"<{self[0].game.deal.code}: {' '.join(step.move for step in self)}>" if self else "<no step>"


@st.composite
def walks(draw: st.DrawFn, without: str = "xh") -> Walk:
    """A random walk from a random deal, or from somewhere in a recorded game."""
    if draw(st.booleans()):
        deal, moves = draw(st.sampled_from(recorded()))
        moves = moves[: draw(st.integers(0, min(len(moves), 120)))]
    else:
        deal, moves = draw(deals), []
    game, steps = start(deal), []
    for move in moves:
        if move[0] in without:
            break
        steps.append(game.play(move))
        game = steps[-1].game
    length = draw(st.integers(0, 60))
    return Walk([*steps, *random_steps(game, draw(seeds), length, without)])
