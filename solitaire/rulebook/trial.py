"""Trying the rules on a small table: an example, the moves the reader has made since, and one more, judged anew.

Nothing is kept: whoever asks says where they are, and the rules play it again.
"""

from typing import Any

from solitaire.live.refusals import refusal_text
from solitaire.rulebook.book import Page, opening
from solitaire.rules.game import Game
from solitaire.rules.moves import Code, Refused
from solitaire.rules.views import View, show_position, show_step

MOST_MOVES = 60
"""So many moves may be made on a small table before its cards are put back."""
LONGEST_TEXT = MOST_MOVES * 6
"""The longest text of so many moves."""


class BadTrial(ValueError):
    """What was asked makes no sense: more moves than there may be, or some that cannot have been made."""


def table(page: Page, code: Code) -> dict[str, Any]:
    """The table of an example, before anything has been tried on it."""
    game = opening(page, code)
    return {"t": "table", "position": show_position(game, View.OWNER), **_more(game)}


def judged(page: Page, code: Code, made: str, move: str) -> dict[str, Any]:
    """What comes of `move` on an example's table after the moves `made`: `done`, or `refused` and why.

    Raises `BadTrial` where `made` cannot have been made, or is too much.
    """
    game = _played(opening(page, code), made)
    try:
        step = game.play(move)
    except Refused as refused:
        return {"t": "refused", "code": refused.code, "pile": refused.pile, "text": refusal_text(refused)}
    return {"t": "done", "event": {"kind": "move", **show_step(step, View.OWNER)}, **_more(step.game)}


def _played(game: Game, made: str) -> Game:
    moves = made.split()
    if len(made) > LONGEST_TEXT or len(moves) > MOST_MOVES:
        raise BadTrial("too many moves")
    try:
        for text in moves:
            game = game.play(text).game
    except Refused as refused:
        raise BadTrial(refused.code) from refused
    return game


def _more(game: Game) -> dict[str, Any]:
    return {"legal": game.legal(), "over": game.over, "stuck": game.stuck}
