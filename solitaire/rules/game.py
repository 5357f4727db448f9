"""A game: a position with its undo and redo, played move by move. An immutable value.

>>> from solitaire.rules.deals import Deal
>>> game = start(Deal.parse("KL1-D1N-AAAAAAG"))
>>> step = game.play("d")
>>> step.change.carries
(Carry(source='s', target='w', cards=(3,)),)
>>> step.game.play("w3")
Traceback (most recent call last):
solitaire.rules.moves.Refused: wrong-rank
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from . import moves
from .changes import NOTHING_CHANGED, Change
from .deals import Deal
from .moves import Outcome, Refused
from .notation import NOTATION, Action, Move
from .openings import Openings, openings_of
from .position import Position, Status, dealt_columns
from .rulesets import CURRENT_RULES, Rules, RuleSet, rules_of

_History: TypeAlias = tuple[tuple[Position, Change], ...]


class Step(NamedTuple):
    """One move that was made: the game after it, its canonical text ("closed" for the site's), what it changed."""

    game: "Game"
    move: str
    change: Change


class Game(NamedTuple):
    """A game at one moment.

    `hinted` tells whether a hint was ever asked for, `written` counts the moves of any kind, `closed` tells whether the
    site ended it. `past` holds the actions that can be undone, each as the position before it and what it changed, the
    latest last; `future` those that can be redone, each as the position after it and what it changed, the next last.
    """

    deal: Deal
    rules: Rules
    rule_set: RuleSet
    position: Position
    openings: Openings
    hinted: bool = False
    written: int = 0
    closed: bool = False
    past: _History = ()
    future: _History = ()

    @property
    def rules_version(self) -> int:
        """The version of the rules this game is played by."""
        return self.rules.version

    @property
    def status(self) -> Status:
        """How the game stands: playing, won, resigned or lost."""
        return self.position.status

    @property
    def over(self) -> bool:
        """Whether nothing can ever be played again, undo included (a lost game is over only once it is closed)."""
        return self.closed or self.position.status in ("won", "resigned")

    @property
    def cards_home(self) -> int:
        """How many cards lie on the foundations."""
        return self.position.cards_home

    @property
    def stuck(self) -> bool:
        """Whether the player, whose game still goes on or is lost, has seen that no card can be moved any more."""
        return self.status in ("playing", "lost") and moves.is_stuck(self.position, self.openings, self.rule_set)

    def play(self, text: str) -> Step:
        """Play a move in the spec's notation; raise `Refused` if a rule is against it."""
        move = NOTATION.get(text)
        if move is None:
            raise Refused("not-a-move")
        status = self.position.status
        if status != "playing" and (self.over or move.action != "undo"):
            raise Refused("game-over")
        if self.written >= self.rules.longest_game and move.action != "resign":
            raise Refused("too-long", limit=self.rules.longest_game)
        return _PLAYED[move.action](self, move)

    def legal(self) -> tuple[str, ...]:
        """List every legal move in canonical form, but from column to column with the number of cards.

        >>> from solitaire.rules.deals import Deal
        >>> start(Deal.parse("KL1-D1N-AAAAAAG")).legal()
        ('d', '41x1', '65x1', 'x', 'h')
        """
        if self.over:
            return ()
        if self.written >= self.rules.longest_game:
            return ("x",) if self.status == "playing" else ()
        if self.status == "lost":
            return ("u",)
        texts = moves.legal_moves(self.position, self.openings, self.rule_set)
        if self.past:
            texts.append("u")
        if self.future:
            texts.append("y")
        return (*texts, "x", "h")

    def close(self) -> Step:
        """End the game as the site does: a game still playing becomes resigned, a lost one stays lost.

        Raise `Refused` ("game-over") if it is over already.
        """
        if self.over:
            raise Refused("game-over")
        position = self.position.ended("resigned") if self.status == "playing" else self.position
        return Step(self._replace(position=position, closed=True), "closed", NOTHING_CHANGED)

    def _after(
        self, position: Position, openings: Openings, past: _History, future: _History, hinted: bool = False
    ) -> "Game":
        """Give this game with one more move written."""
        return Game(
            self.deal,
            self.rules,
            self.rule_set,
            position,
            openings,
            self.hinted or hinted,
            self.written + 1,
            False,
            past,
            future,
        )


def start(deal: Deal, rules_version: int = CURRENT_RULES) -> Game:
    """Deal the cards; raise `UnknownRules` for a version of the rules that is not known."""
    rules = rules_of(rules_version)
    rule_set = rules.sets[deal.ruleset, deal.draw]
    columns = dealt_columns(deal.deck)
    down = (0,) * 7 if deal.family == "TF" else tuple(range(7))
    bare = Position(columns, down, deal.deck[28:], 0, (0, 0, 0, 0), rule_set.start, 0, 0, 0, "playing", chance=False)
    openings = openings_of(bare, rule_set)
    return Game(deal, rules, rule_set, bare._replace(chance=openings.movable), openings)


def from_here(game: Game) -> Game:
    """Begin a new game with what lies on the table of `game`: its score, moves and passes go on, nothing can be undone.

    Raise `Refused` ("game-over") where the position is won or lost.

    >>> from solitaire.rules.deals import Deal
    >>> there = fold(Deal.parse("KL1-D1N-AAAAAAG"), ["41", "d", "x"])
    >>> here = from_here(there)
    >>> here.position.moves, here.status, "u" in here.legal()
    (2, 'playing', False)
    """
    if game.status in ("won", "lost"):
        raise Refused("game-over")
    position = game.position.ended("playing")
    return Game(game.deal, game.rules, game.rule_set, position, openings_of(position, game.rule_set))


def fold(deal: Deal, played: Iterable[str], rules_version: int = CURRENT_RULES) -> Game:
    """Play all the moves from the deal on; raise `Refused` at the first that a rule is against.

    >>> from solitaire.rules.deals import Deal
    >>> fold(Deal.parse("KL1-D1N-AAAAAAG"), ["41", "d", "u", "x"]).status
    'resigned'
    """
    game = start(deal, rules_version)
    for text in played:
        game = game.play(text).game
    return game


def _act(game: Game, move: Move, outcome: Outcome) -> Step:
    """Enter an action into the history: it can be undone, and nothing can be redone any more."""
    past = game.past if len(game.past) < game.rules.undo_depth else game.past[1:]
    past += ((game.position, outcome.change),)
    return Step(game._after(outcome.position, outcome.openings, past, ()), move.text, outcome.change)


def _draw(game: Game, move: Move) -> Step:
    return _act(game, move, moves.draw(game.position, game.openings, game.rule_set))


def _recycle(game: Game, move: Move) -> Step:
    return _act(game, move, moves.recycle(game.position, game.openings, game.rule_set))


def _carry(game: Game, move: Move) -> Step:
    return _act(game, move, moves.carry(game.position, game.openings, move, game.rule_set))


def _undo(game: Game, move: Move) -> Step:
    if not game.past:
        raise Refused("nothing-to-undo", limit=game.rules.undo_depth)
    before, change = game.past[-1]
    position = before.counted(game.position.moves)
    openings = openings_of(position, game.rule_set)
    undone = game._after(position, openings, game.past[:-1], (*game.future, (game.position, change)))
    return Step(undone, move.text, change.reversed())


def _redo(game: Game, move: Move) -> Step:
    if not game.future:
        raise Refused("nothing-to-redo")
    after, change = game.future[-1]
    position = after.counted(game.position.moves + 1)
    openings = openings_of(position, game.rule_set)
    redone = game._after(position, openings, (*game.past, (game.position, change)), game.future[:-1])
    return Step(redone, move.text, change)


def _resign(game: Game, move: Move) -> Step:
    resigned = game.position.ended("resigned")
    return Step(game._after(resigned, game.openings, game.past, game.future), move.text, NOTHING_CHANGED)


def _hint(game: Game, move: Move) -> Step:
    hinted = game._after(game.position, game.openings, game.past, game.future, hinted=True)
    return Step(hinted, move.text, NOTHING_CHANGED)


_PLAYED: Final[dict[Action, Callable[[Game, Move], Step]]] = {
    "draw": _draw,
    "recycle": _recycle,
    "carry": _carry,
    "undo": _undo,
    "redo": _redo,
    "resign": _resign,
    "hint": _hint,
}
