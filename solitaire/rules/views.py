"""Who sees what: the one place that decides what a viewer is told of a position and of a move.

Everything about a game that leaves the server passes through `show_position` or `show_step`.

>>> from solitaire.rules.deals import Deal
>>> from solitaire.rules.game import start
>>> game = start(Deal.parse("KL1-D1N-AAAAAAG"))
>>> show_position(game, View.OWNER)["columns"][2], show_position(game, View.ALL)["columns"][2]
(['??', '??', 'JD'], ['qd', '7c', 'JD'])
>>> show_step(game.play("41"), View.SHAPE)["carry"]
[{'from': '4', 'to': '1', 'n': 1}]
"""

from enum import StrEnum
from typing import Final, TypeAlias

from .cards import NAMES, SUITS
from .changes import Change
from .game import Game, Step

Shown: TypeAlias = dict[str, object]
"""What a viewer is shown: ready to be written as JSON."""

HIDDEN: Final = "??"
"""Stands for a card that the viewer may not know."""

_LOWER: Final = tuple(map(str.lower, NAMES))


class View(StrEnum):
    """How much a viewer may see, from least to most."""

    NOTHING = "nothing"
    TOTALS = "totals"
    SHAPE = "shape"
    OWNER = "owner"
    ALL = "all"


def show_position(game: Game, view: View) -> Shown:
    """Show what lies on the table, as far as the view goes."""
    match view:
        case View.ALL:
            return _cards(game, reveal=True)
        case View.OWNER:
            return _cards(game, reveal=False)
        case View.SHAPE:
            return _shape(game)
        case View.TOTALS:
            return _totals(game)
        case View.NOTHING:
            return {}


def show_step(step: Step, view: View) -> Shown:
    """Show what a move changed and how the game stands after it, as far as the view goes."""
    match view:
        case View.ALL | View.OWNER:
            return _step(step)
        case View.SHAPE:
            return _moved_shape(step.change) | _totals(step.game)
        case View.TOTALS:
            return _totals(step.game)
        case View.NOTHING:
            return {}


def _totals(game: Game) -> Shown:
    return {"home": game.cards_home, "moves": game.position.moves, "status": game.status}


def _shape(game: Game) -> Shown:
    position = game.position
    counts = [[down, len(column) - down] for column, down in zip(position.columns, position.down, strict=True)]
    rest = len(position.talon) + position.cards_home
    return {"columns": counts, "rest": rest} | _totals(game)


def _cards(game: Game, *, reveal: bool) -> Shown:
    position = game.position
    columns = [
        [(_LOWER[card] if reveal else HIDDEN) for card in column[:down]] + [NAMES[card] for card in column[down:]]
        for column, down in zip(position.columns, position.down, strict=True)
    ]
    stock: object = [NAMES[card] for card in position.stock] if reveal else len(position.stock)
    return {
        "columns": columns,
        "stock": stock,
        "waste": [NAMES[card] for card in position.waste],
        "foundations": dict(zip(SUITS, position.foundations, strict=True)),
        "score": position.score,
        "recycles": position.recycles,
        "moves": position.moves,
        "status": position.status,
    }


def _step(step: Step) -> Shown:
    game, change = step.game, step.change
    position = game.position
    shown: Shown = {
        "move": step.move,
        "carry": [
            {"from": source, "to": target, "cards": [NAMES[card] for card in cards]}
            for source, target, cards in change.carries
        ],
    }
    if turned := change.turned:
        shown["turn"] = {"pile": turned.pile, "card": NAMES[turned.card], "up": turned.up}
    shown["points"] = change.points
    shown["score"] = position.score
    shown["moves"] = position.moves
    shown["recycles"] = position.recycles
    shown["home"] = position.cards_home
    shown["status"] = position.status
    shown["stuck"] = game.stuck
    return shown


def _moved_shape(change: Change) -> Shown:
    """Show the piles from and to and the numbers of cards, without face or suit."""
    shown: Shown = {
        "carry": [
            {"from": _shapeless(carry.source), "to": _shapeless(carry.target), "n": len(carry.cards)}
            for carry in change.carries
        ]
    }
    if turned := change.turned:
        shown["turn"] = {"pile": turned.pile, "up": turned.up}
    return shown


def _shapeless(pile: str) -> str:
    """Give a pile's name without the suit of a foundation."""
    return "f" if pile in SUITS else pile
