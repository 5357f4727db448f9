"""Positions to try the rules on: games that were played, up to a move that is refused.

The same cards and moves stand for every rule set of their family, but where a rule is one set's own.
"""

from collections.abc import Mapping
from typing import NamedTuple

from solitaire.rules.moves import Code


class Example(NamedTuple):
    """A deal code, the moves that were played, and the move that was refused then."""

    deal: str
    moves: str
    refused: str


LONGEST = " ".join(["h"] * 5000)
"""As many moves as a game may have. Nobody has played so many: these ask for nothing but hints."""

KLONDIKE: Mapping[Code, Example] = {
    "wrong-colour": Example("KL1-D1N-ZBJATVA", "d d d", "53"),
    "wrong-rank": Example("KL1-D1S-JCCJJXF", "d d d", "w1"),
    "empty-column-needs-king": Example("KL1-D1N-VJDNHQR", "15 d wf", "31"),
    "face-down": Example("KL1-D1N-FQKQUOV", "71 d w3", "43x2"),
    "nothing-there": Example("KL1-D1N-FQKQUOV", "71 d w3", "w7"),
    "same-pile": Example("KL1-D1N-FQKQUOV", "71 d w3", "44"),
    "foundation-order": Example("KL1-D1S-JCCJJXF", "d d d", "wf"),
    "foundation-one-card": Example("KL1-D1N-FQKQUOV", "71 d w3", "1fx2"),
    "stock-not-empty": Example("KL1-D1N-ZBJATVA", "d d d", "r"),
    "nothing-to-undo": Example("KL1-D1N-ZBJATVA", "", "u"),
    "nothing-to-redo": Example("KL1-D1N-VJDNHQR", "15 d wf", "y"),
    "game-over": Example(
        "KL1-D1N-ZBJATVA",
        (
            "d d d wf 31 43 57 35 3f 53 w5 d d w5 d w6 46 4f d d w4 d d d wf w1 54 5f 27 d w3 d w2 "
            "d d d wf wf 5f d d d wf d wf w2 d w4 d d w5 65 12 61 d w5 65 76 7f w5 w1 71 7f 7f 7f "
            "wf wf wf 6f wf 2f 6f 2f 6f 7f 2f 5f 6f wf 2f 4f 5f 6f 6f 2f 4f 5f 2f 3f 4f 5f 1f 3f "
            "4f 5f 1f 3f 4f 5f 1f 3f 4f 5f"
        ),
        "d",
    ),
    "not-a-move": Example("KL1-D1N-VJDNHQR", "15 d wf", "w8"),
    "too-long": Example("KL1-D1N-ZBJATVA", LONGEST, "d"),
}

VEGAS: Mapping[Code, Example] = {
    "no-passes-left": Example(
        "KL1-D1V-LVEZRMJ",
        ("5f d 4f d 72 d d d d d d 57 d 5f d d d d d d 3f d d 71 15 d d d d d d d"),
        "r",
    ),
}

CLASSIC: Mapping[Code, Example] = {
    "no-passes-left": Example(
        "KL1-D1C-QWNIGLW",
        ("4f d d d d d d w2 d w7 d 43 d d wf d d d d d d d d d d d d wf 7f d wf d"),
        "r",
    ),
    "foundation-locked": Example(
        "KL1-D1C-JUDFKCP", "3f d 2f d w5 d w1 d d w6 d d d d d d d d w3 d d d d wf d d wf d wf", "C4"
    ),
}

THOUGHTFUL: Mapping[Code, Example] = {
    "wrong-colour": Example("TF1-D1N-SSVZYWL", "62 62 42", "72"),
    "wrong-rank": Example("TF1-D1N-SSVZYWL", "62 62 42", "12"),
    "empty-column-needs-king": Example("TF1-D1N-ZVZIUDR", "63 35 1f", "31"),
    "group-not-in-order": Example("TF1-D1N-SSVZYWL", "62 62 42", "31x2"),
    "nothing-there": Example("TF1-D1N-SSVZYWL", "62 62 42", "w1"),
    "same-pile": Example("TF1-D1N-SSVZYWL", "62 62 42", "44"),
    "foundation-order": Example("TF1-D1N-SSVZYWL", "62 62 42", "4f"),
    "foundation-one-card": Example("TF1-D1N-ZVZIUDR", "63 35 1f", "5fx2"),
    "stock-not-empty": Example("TF1-D1N-ZVZIUDR", "63 35 1f", "r"),
    "nothing-to-undo": Example("TF1-D1N-SSVZYWL", "", "u"),
    "nothing-to-redo": Example("TF1-D1N-ZVZIUDR", "63 35 1f", "y"),
    "game-over": Example("TF1-D1N-NSNZUGO", "1f 71 2f 34 d wf d d d w7 x", "d"),
    "not-a-move": Example("TF1-D1N-ZVZIUDR", "63 35 1f", "w8"),
    "too-long": Example("TF1-D1N-SSVZYWL", LONGEST, "d"),
}
