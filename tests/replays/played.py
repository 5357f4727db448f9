"""Games as boards see them, for tests that set boards beside a plain sort in Python."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from solitaire.live.table import TableState
from solitaire.rules.deals import Deal
from solitaire.rules.game import start


@dataclass(frozen=True)
class Played:
    """A game as boards see it."""

    id: str
    player: str
    code: str
    dealt_at: int
    time_ms: int
    moves: int
    score: int
    take_back: bool
    hinted: bool
    won: bool
    sealed: bool = False
    waiting: bool = False

    @property
    def ended_at(self) -> int:
        return self.dealt_at + self.time_ms

    def state(self, *, ended: bool) -> TableState:
        game = start(Deal.parse(self.code))
        if ended:
            position = game.position._replace(
                status="won" if self.won else "resigned",
                moves=self.moves,
                score=self.score,
                take_backs=int(self.take_back),
            )
            game = game._replace(position=position, hinted=self.hinted)
        return TableState(self.id, self.player, self.dealt_at, self.ended_at if ended else self.dealt_at, game)


def in_order_of(board: str) -> Callable[[Played], tuple]:
    """What a board sorts by, written down plainly: the ranked value first."""
    orders = {
        "fastest": lambda game: (game.time_ms, game.moves, -game.score),
        "moves": lambda game: (game.moves, game.time_ms, -game.score),
        "score": lambda game: (-game.score, game.time_ms, game.moves),
    }
    return lambda game: (*orders[board](game), game.ended_at, game.id)


def window(rows: list, mine: int | None) -> list:
    """A row with two above and two below; nothing where there is none."""
    return [] if mine is None else rows[max(0, mine - 2) : mine + 3]


def page_by_page(read: Callable[[str | None], Any]) -> list:
    """All lines of a board; `read` gives the page after a cursor."""
    lines, after = [], None
    while True:
        page = read(after)
        lines += page.lines
        if page.next is None:
            return lines
        after = page.next
