"""The boards of a deal code: who won it fastest, with the fewest moves, with the highest score.

The order is total: the ranked value, then the other two (less time, fewer moves, more points), then who was first
(the earlier end, then the lower game id). A place goes by the ranked value alone, so that equal values share one:
1, 2, 2, 4. A player has one row, their best. Hinted games stand on no board; under rule sets N and V a game with a
take-back in effect does not stand on the score board, because a card taken back and sent home again earns its points
twice.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.db.models import QuerySet

from replays.keyset import Keyset, page
from replays.models import Board, BoardRow, Outcome, Result
from solitaire.log import statements

PAGE = 50
NEIGHBOURS = 2
"""Rows shown above and below a player's own."""
IN_ORDER = Keyset(("ranked", "second", "third", "ended_at", "game_id"), numbers=4)
POINTS_TWICE = ("N", "V")
"""Rule sets that reward a card sent home again after a take-back without having charged for it."""


STANDS = {"outcome": Outcome.WON, "hinted": False, "review": ""}
"""What a result has to be for its game to stand on a board."""

COMPARES = {
    Board.FASTEST: ("time_ms", "moves", "score"),
    Board.MOVES: ("moves", "time_ms", "score"),
    Board.SCORE: ("score", "time_ms", "moves"),
}
"""The figures each board ranks by, and then compares."""


class Win(NamedTuple):
    """A won game without a hint: what decides where it stands."""

    code: str
    owner: str
    game: str
    time_ms: int
    moves: int
    score: int
    ended_at: int
    take_back: bool
    sealed: bool
    first: bool
    ruleset: str

    def key(self, board: Board) -> tuple[int | str, ...]:
        """Where it stands on `board`, as `IN_ORDER` has it: the lower, the better."""
        compared = (-self.score if name == "score" else getattr(self, name) for name in COMPARES[board])
        return (*compared, self.ended_at, self.game)

    def may_stand(self, board: Board) -> bool:
        """Whether `board` takes it."""
        return board is not Board.SCORE or not self.take_back or self.ruleset not in POINTS_TWICE


def best(wins: Collection[Win]) -> Iterator[BoardRow]:
    """The rows of one player on the boards of one code, of all their `wins` at it; not saved."""
    for board in Board:
        win = min((win for win in wins if win.may_stand(board)), key=lambda win: win.key(board), default=None)
        if win:
            row = BoardRow(code=win.code, board=board, owner_id=win.owner, first=win.first, sealed=win.sealed)
            row.ranked, row.second, row.third, row.ended_at, row.game_id = win.key(board)
            yield row


def takes(result: Result) -> bool:
    """Whether a result may change a board at all."""
    return all(getattr(result, name) == wanted for name, wanted in STANDS.items())


def standing(results: QuerySet[Result]) -> Iterator[BoardRow]:
    """The board rows that follow from `results`, which hold all or none of those of a player at a code; not saved."""
    wins = results.filter(**STANDS).order_by("code", "owner")
    columns = (*Win._fields[:-2], "game__first", "game__ruleset")
    in_turn = map(Win._make, wins.values_list(*columns).iterator())
    for _, wins_of_one in groupby(in_turn, key=lambda win: (win.code, win.owner)):
        yield from best(list(wins_of_one))


def stand(codes: Collection[str], owner: str) -> None:
    """Make the rows of `owner` on the boards of `codes` what their results say."""
    if codes:
        for code in codes:
            statements.execute("DELETE FROM replays_boardrow WHERE code = %s AND owner_id = %s", code, owner)
        if rows := list(standing(Result.objects.filter(code__in=codes, owner=owner))):
            statements.insert(*rows)


@dataclass(frozen=True)
class Line:
    """A row of a board as it is shown: its place, whose it is, the game behind it and that game's figures."""

    place: int
    row: BoardRow
    time_ms: int
    moves: int
    score: int


@dataclass(frozen=True)
class BoardPage:
    """Lines of a board from the top or after a cursor, and the cursor of the next page (None on the last)."""

    board: str
    lines: list[Line]
    next: str | None


def read(code: str, board: str, after: str | None = None, size: int = PAGE) -> BoardPage:
    """A page of one board of a deal code. Raises `BadCursor` where `after` is no cursor of a board."""
    rows = rows_of(code, board)
    shown = page(rows, IN_ORDER, after, size)
    return BoardPage(board, with_places(rows, shown.rows, top=after is None), shown.next)


def around(code: str, board: str, owner: str) -> list[Line]:
    """The row of `owner` on a board with its neighbours above and below; nothing where they have none."""
    rows = rows_of(code, board)
    mine = rows.filter(owner=owner).first()
    if mine is None:
        return []
    key = IN_ORDER.key(mine)
    above = list(IN_ORDER.before(rows, key)[:NEIGHBOURS])
    below = list(IN_ORDER.after(rows, key)[:NEIGHBOURS])
    return with_places(rows, [*reversed(above), mine, *below])


def rows_of(code: str, board: str) -> QuerySet[BoardRow]:
    """All rows of one board, each with its player."""
    return BoardRow.objects.filter(code=code, board=board).select_related("owner")


def with_places(rows: QuerySet[BoardRow], shown: list[BoardRow], *, top: bool = False) -> list[Line]:
    """`shown`, which follow one another in `rows`, with the place of each.

    What stands above is counted for the first one only, and not at all at the `top`; the others follow from it.
    """
    if not shown:
        return []
    best = shown[0].ranked
    above = 0 if top else IN_ORDER.before(rows, IN_ORDER.key(shown[0])).count()
    place = 1 if top else 1 + rows.filter(ranked__lt=best).count()
    lines = []
    value = best
    for index, row in enumerate(shown):
        if row.ranked != value:
            value, place = row.ranked, above + index + 1
        lines.append(line(place, row))
    return lines


def line(place: int, row: BoardRow) -> Line:
    """`row` with its figures by name again."""
    named = dict(zip(COMPARES[Board(row.board)], (row.ranked, row.second, row.third), strict=True))
    return Line(place, row, named["time_ms"], named["moves"], -named["score"])
