"""Winning lines: `python -m solitaire.races.solve KL 1 N 3 2.0 19` finds up to 3 of them within 2 s.

A program of its own, so that nothing the solver does (it is C++: it may crash, or grow, or take long) can stop or kill
a server; and without Django, so that it starts at once. It deals decks of kind 2 (of kind 1 where that is the last
argument) from the operating system's randomness, asks `pyksolve` for a line, writes it in our notation and plays it by
our own rules: a line that they do not fold to *won* is thrown away. Each line found is printed at once, as one line of
JSON: `{"code": …, "moves": […]}`.

What the solver takes for granted, and what becomes of it here:

- it knows every card, which is what a pace-setter may do and a player cannot: so pace-setters are marked as programs;
- it recycles as often as it likes and takes cards back from the foundations: where a rule set allows neither (V and C)
  the lines that do are refused by the rules, and other decks are tried (one line in 4 is good for V and C with draw 1,
  one in 2 for C with draw 3, one in 50 for V with draw 3);
- it knows nothing of Thoughtful, but whatever is legal in Klondike is legal there: cards that lie face down in one are
  only left alone in the other;
- it draws as we do, and counts a draw of fewer than three cards as one.
"""

import fcntl
import json
import os
import resource
import secrets
import string
import sys
import time
from collections.abc import Iterator
from typing import Final

from solitaire.rules.cards import SUITS
from solitaire.rules.deals import LENGTHS, NUMBERED_DECKS, Deal, numbered
from solitaire.rules.game import start
from solitaire.rules.moves import Refused

NODES: Final = 3_000
"""Positions looked at for one deck, some 20 ms: many decks tried briefly bring more lines than a few tried for long."""
MEMORY_BYTES: Final = 512 * 1024 * 1024
"""Of address space; some 150 MB are used, 30 MB of them resident."""
GRACE_S: Final = 2
"""The time on the processor that is left beyond what was asked for, before the system ends the program."""

WAIT_S: Final = 0.05
"""How long to wait before asking again whether another such program has ended."""

_SUIT_DIGITS: Final = {"C": "1", "D": "2", "H": "3", "S": "4"}


def sealed_letters() -> str:
    """The letters of a deck of kind 2 that nobody can foresee."""
    return "".join(secrets.choice(string.ascii_uppercase) for _ in range(LENGTHS["2"]))


def fresh_letters(kind: str) -> str:
    """The letters of a deck of kind 1 or 2 that nobody can foresee."""
    return sealed_letters() if kind == "2" else numbered(secrets.randbelow(NUMBERED_DECKS)).letters


def written_for_solver(deal: Deal) -> str:
    """The deck as the solver reads it: three digits a card, its rank and its suit, in dealing order.

    >>> written_for_solver(Deal.parse("KL1-D1N-AAAAAAG"))[:9]
    '103011122'
    """
    return "".join(f"{card % 13 + 1:02d}{_SUIT_DIGITS[SUITS[card // 13]]}" for card in deal.deck)


def translate(text: str) -> list[str]:
    """The solver's words as moves in our notation; ValueError for a word that is none of its own.

    `DR2` is two draws, `NEW` a recycle, `F3` a card turned up (which happens by itself here), `WS` waste to foundation,
    `45-3` three cards from column 4 to 5.

    >>> translate("DR2 W3 45-3 F4 4H NEW DR1 WS C7")
    ['d', 'd', 'w3', '45x3', '4f', 'r', 'd', 'wf', 'C7']
    """
    return [move for word in text.split() for move in _moves_of(word)]


def _moves_of(word: str) -> list[str]:
    if word == "NEW":
        return ["r"]
    if word.startswith("DR") and word[2:].isdecimal():
        return ["d"] * int(word[2:])
    if word[0] == "F" and word[1:] in _COLUMNS:
        return []
    pair, _, count = word.partition("-")
    if len(pair) != 2 or pair[0] not in _SOURCES or pair[1] not in _TARGETS:
        raise ValueError(f"the solver says {word!r}, which is no move of its notation")
    target = pair[1] if pair[1] in _COLUMNS else "f"
    return [_SOURCES[pair[0]] + target + (f"x{count}" if count else "")]


_COLUMNS: Final = "1234567"
_SOURCES: Final = {"W": "w", **{pile: pile for pile in _COLUMNS + SUITS}}
_TARGETS: Final = _COLUMNS + SUITS


def solve(deal: Deal) -> list[str] | None:
    """A line that wins the deal by our own rules, or None where none was found; to be called in this program alone."""
    moves = search(deal)
    return None if moves is None else won(deal, moves)


def search(deal: Deal) -> list[str] | None:
    """The solver's line in our notation, by the solver's own rules; None where it found none."""
    from pyksolve.solver import Solitaire, SolveResult

    solver = Solitaire()
    solver.load_solitaire(written_for_solver(deal))
    solver.reset_game(deal.draw)
    found = solver.solve_fast(max_closed_count=NODES)
    solved = found in (SolveResult.SolvedMinimal, SolveResult.SolvedMayNotBeMinimal)
    return translate(solver.moves_made()) if solved else None


def won(deal: Deal, moves: list[str]) -> list[str] | None:
    """`moves` in canonical form where they win the deal by our own rules, else None.

    >>> won(Deal.parse("KL1-D1N-AAAAAAG"), ["d", "d"]) is None
    True
    """
    game, canonical = start(deal), []
    try:
        for move in moves:
            step = game.play(move)
            game = step.game
            canonical.append(step.move)
    except Refused:
        return None
    return canonical if game.status == "won" else None


def lines(family: str, draw: int, ruleset: str, kind: str, until: float) -> Iterator[tuple[Deal, list[str]]]:
    """Winning lines on fresh decks of a kind, until that moment of the monotonic clock."""
    while time.monotonic() < until:
        deal = Deal(family, kind, draw, ruleset, fresh_letters(kind))
        moves = solve(deal)
        if moves is not None:
            yield deal, moves


def main(*arguments: str) -> None:
    """Find some lines and print them, at a low priority and within bounds; one such program at a time."""
    family, draw, ruleset, count, seconds, niceness, kind = (*arguments, "2")[:7]
    os.nice(int(niceness))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    processor_s = int(float(seconds)) + GRACE_S
    resource.setrlimit(resource.RLIMIT_CPU, (processor_s, processor_s))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    until = time.monotonic() + float(seconds)
    with open(__file__, "rb") as turn:
        if not _take(turn.fileno(), until):
            return
        found = lines(family, int(draw), ruleset, kind, until)
        for _, (deal, moves) in zip(range(int(count)), found, strict=False):
            print(json.dumps({"code": deal.code, "moves": moves}), flush=True)  # noqa: T201 -- this is what it is for


def _take(file: int, until: float) -> bool:
    """Wait for the turn of this program among all of its kind on the machine; the system gives it back at the end."""
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
            time.sleep(WAIT_S)
        else:
            return True


if __name__ == "__main__":
    main(*sys.argv[1:])
