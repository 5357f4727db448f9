"""Games in positions laid out for a test, and the worked examples of the rules."""

import json
from pathlib import Path

from solitaire.rules.cards import SUITS, parse_card
from solitaire.rules.deals import Deal
from solitaire.rules.game import Game
from solitaire.rules.openings import openings_of
from solitaire.rules.position import Position
from solitaire.rules.rulesets import rules_of

EXAMPLES = Path(__file__).parent / "examples"


def examples(name: str) -> list[dict]:
    return [json.loads(line) for line in (EXAMPLES / name).read_text().splitlines()]


def cards(text: str) -> tuple[int, ...]:
    return tuple(parse_card(name.upper()) for name in text.split())


def table(
    *columns: str,
    stock: str = "",
    waste: str = "",
    home: str = "",
    code: str = "KL1-D1N-AAAAAAA",
    score: int = 0,
    recycles: int = 0,
    chance: bool = False,
    rules_version: int = 1,
) -> Game:
    """A game with these columns (face-down cards in lower case), and so many cards of each suit home ("S3 H12")."""
    columns += ("",) * (7 - len(columns))
    counts = {part[0]: int(part[1:]) for part in home.split()}
    deal, rules = Deal.parse(code), rules_of(rules_version)
    position = Position(
        columns=tuple(map(cards, columns)),
        down=tuple(sum(name.islower() for name in column.split()) for column in columns),
        talon=cards(waste) + cards(stock),
        turned=len(cards(waste)),
        foundations=tuple(counts.get(suit, 0) for suit in SUITS),
        score=score,
        recycles=recycles,
        moves=0,
        take_backs=0,
        status="playing",
        chance=chance,
    )
    rule_set = rules.sets[deal.ruleset, deal.draw]
    return Game(deal, rules, rule_set, position, openings_of(position, rule_set))


def play(game: Game, moves: str) -> Game:
    for move in moves.split():
        game = game.play(move).game
    return game
