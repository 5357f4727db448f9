"""The boards of a deal code: who won it fastest, with the fewest moves, with the highest score.

The order is total: the ranked value, then the other two (less time, fewer moves, more points), then who was first
(the earlier end, then the lower game id). A place goes by the ranked value alone, so that equal values share one:
1, 2, 2, 4. A player has one row, their best. Hinted games stand on no board; under rule sets N and V a game with a
take-back in effect does not stand on the score board, because a card taken back and sent home again earns its points
twice. A game during which the clock was set does not stand on the board of times.

Each board can be filtered, by which wins it takes (`Only`, any of them together) and by whose (`among`). A player's row
is then their best of those that are left, and places are counted anew.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Q, QuerySet

from replays import neighbours, places
from replays.calendar import week_of
from replays.keyset import Keyset, page
from replays.models import Board, BoardRow, DealCount, Outcome, Result
from replays.places import Bucket
from solitaire.live.table import now_ms
from solitaire.log import statements
from solitaire.races.conduct import FAIR

PAGE = 50
IN_ORDER = Keyset(("ranked", "second", "third", "ended_at", "game_id"), numbers=4)
POINTS_TWICE = ("N", "V")
"""Rule sets that reward a card sent home again after a take-back without having charged for it."""
COUNTED_FROM = 500
"""Of a deal that has been won so often, places on its boards are added up from counted buckets; see `places`."""


class Only(models.TextChoices):
    """Which wins a board can be narrowed down to."""

    FIRST = "first"
    SEALED = "sealed"
    WEEK = "week"


_STANDS: Mapping[str, Sequence[Any]] = {"outcome": (Outcome.WON.value,), "hinted": (False,), "review": FAIR}
"""What a result has to be for its game to stand on a board: each column holds one of these values."""


def takes(result: Result) -> bool:
    """Whether a result may change a board at all."""
    return all(getattr(result, column) in values for column, values in _STANDS.items())


STANDS = Q(**{f"{column}__in": values for column, values in _STANDS.items()})
"""The same of the results of a query."""
STANDS_IN_SQL = " AND ".join(
    f"result.{column} IN ({', '.join(['%s'] * len(values))})" for column, values in _STANDS.items()
)
"""The same in a statement where results are called `result`; `STANDS_VALUES` are for its `%s`."""
STANDS_VALUES = tuple(chain.from_iterable(_STANDS.values()))

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
    review: str = ""

    def key(self, board: Board) -> tuple[int | str, ...]:
        """Where it stands on `board`, as `IN_ORDER` has it: the lower, the better."""
        compared = (-self.score if name == "score" else getattr(self, name) for name in COMPARES[board])
        return (*compared, self.ended_at, self.game)

    def may_stand(self, board: Board) -> bool:
        """Whether `board` takes it."""
        if board is Board.FASTEST:
            return not self.review
        return board is not Board.SCORE or not self.take_back or self.ruleset not in POINTS_TWICE

    def row(self, board: Board) -> BoardRow:
        """Its row, which does not say yet whether it is the player's best."""
        row = BoardRow(code=self.code, board=board, owner_id=self.owner, first=self.first, sealed=self.sealed)
        row.week = week_of(self.ended_at)
        row.ranked, row.second, row.third, row.ended_at, row.game_id = self.key(board)
        return row


_WINS = f"""
    SELECT result.code, result.owner_id, result.game_id, result.time_ms, result.moves, result.score, result.ended_at,
    result.take_back, result.sealed, game."first", game.ruleset, result.review
    FROM replays_result AS result JOIN replays_game AS game ON game.id = result.game_id
    WHERE result.code = %s AND result.owner_id = %s AND {STANDS_IN_SQL}
"""  # noqa: S608
"""The wins of a player at a code, as `Win` has them."""


def best(wins: Collection[Win]) -> Iterator[BoardRow]:
    """The rows of one player on the boards of one code, of all their `wins` at it; not saved."""
    for board in Board:
        any_before, weeks = False, set()
        for win in sorted((win for win in wins if win.may_stand(board)), key=lambda win: win.key(board)):
            row = win.row(board)
            row.best, row.best_of_week = not any_before, row.week not in weeks
            any_before = True
            weeks.add(row.week)
            if row.best or row.first or row.sealed or row.best_of_week:
                yield row


def standing(results: QuerySet[Result]) -> Iterator[BoardRow]:
    """The board rows that follow from `results`, which hold all or none of those of a player at a code; not saved."""
    wins = results.filter(STANDS).order_by("code", "owner")
    columns = (*Win._fields[:-3], "game__first", "game__ruleset", "review")
    in_turn = map(Win._make, wins.values_list(*columns).iterator())
    for _, wins_of_one in groupby(in_turn, key=lambda win: (win.code, win.owner)):
        yield from best(list(wins_of_one))


def stand(codes: Collection[str], owner: str) -> None:
    """Make the rows of `owner` on the boards of `codes` what their results say."""
    if not codes:
        return
    counted = {code for code in codes if is_counted(code)}
    changes: Counter[Bucket] = Counter()
    if counted:
        changes.subtract(buckets(BoardRow.objects.filter(code__in=counted, owner=owner)))
    rows: list[BoardRow] = []
    for code in codes:
        statements.execute("DELETE FROM replays_boardrow WHERE code = %s AND owner_id = %s", code, owner)
        rows += best([Win(*win) for win in statements.rows(_WINS, code, owner, *STANDS_VALUES)])
    if rows:
        statements.insert(*rows)
    if counted:
        changes.update(buckets(row for row in rows if row.code in counted))
        places.move(changes)


# --- counted places ---


def is_counted(code: str) -> bool:
    """Whether places on the boards of a deal code are added up from buckets."""
    found = statements.first("SELECT wins FROM replays_dealcount WHERE code = %s", code)
    return found is not None and found[0] >= COUNTED_FROM


def name_of(code: str, board: str, *, first: bool = False, week: int | None = None) -> str:
    """What a list of a board is called where its buckets are counted."""
    return f"{code} {board}" + (" first" if first else "") + ("" if week is None else f" {week}")


def buckets(rows: Iterable[BoardRow]) -> Iterator[Bucket]:
    """Where `rows` are counted: one for each list they stand on. Few are sealed wins of one deal: these are not."""
    for row in rows:
        bucket = places.bucket_of(row.ranked)
        if row.best:
            yield Bucket(name_of(row.code, row.board), bucket)
        if row.first:
            yield Bucket(name_of(row.code, row.board, first=True), bucket)
            yield Bucket(name_of(row.code, row.board, first=True, week=row.week), bucket)
        if row.best_of_week:
            yield Bucket(name_of(row.code, row.board, week=row.week), bucket)


def begin_counting(code: str) -> None:
    """Count the buckets of a deal code that has just been won often enough."""
    places.move(Counter(buckets(BoardRow.objects.filter(code=code))))


def end_counting(code: str) -> None:
    """Forget the buckets of a deal code that has not been won often enough after all: a win was voided."""
    counted = Counter(buckets(BoardRow.objects.filter(code=code)))
    places.move(Counter({bucket: -number for bucket, number in counted.items()}))


def counted_codes() -> list[str]:
    """The deal codes that have been won often enough."""
    return list(DealCount.objects.filter(wins__gte=COUNTED_FROM).order_by("code").values_list("code", flat=True))


# --- what is asked ---


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


@dataclass(frozen=True)
class Filters:
    """What a board leaves out: wins that are not all of `only`, and players who are not `among` some (by id).

    `week` is the one that `Only.WEEK` means: the present one.
    """

    only: frozenset[Only] = frozenset()
    among: frozenset[str] | None = None
    week: int | None = None

    @classmethod
    def of(cls, only: Iterable[str] = (), among: Collection[str] | None = None) -> "Filters":
        """As they are asked for now. Raises `ValueError` for wins of a kind that there is not."""
        kinds = frozenset(map(Only, only))
        week = week_of(now_ms()) if Only.WEEK in kinds else None
        return cls(kinds, None if among is None else frozenset(among), week)

    @property
    def first(self) -> bool:
        """Whether only first attempts are taken."""
        return Only.FIRST in self.only

    @property
    def sealed(self) -> bool:
        """Whether only wins in sealed races are taken."""
        return Only.SEALED in self.only

    @property
    def few(self) -> bool:
        """Whether few rows are left, however many stand on the board: a sealed deck is raced once, by so many."""
        return self.sealed or self.among is not None

    @property
    def mark(self) -> str:
        """The column that is true of one row a player, the best of those that are left; sealed ones are all there."""
        if self.first:
            return "first"
        return "best" if self.week is None else "best_of_week"

    def take(self, row: BoardRow) -> bool:
        """Whether they let a row through."""
        return (
            (row.first or not self.first)
            and (row.sealed or not self.sealed)
            and self.week in (None, row.week)
            and (self.among is None or row.owner_id in self.among)
        )


UNFILTERED = Filters()


def read(code: str, board: str, after: str | None = None, size: int = PAGE, filters: Filters = UNFILTERED) -> BoardPage:
    """A page of one board of a deal code. Raises `BadCursor` where `after` is no cursor of a board."""
    if filters.few:
        return _read_few(code, board, after, size, filters)
    shown = page(rows_of(code, board, filters), IN_ORDER, after, size)
    return BoardPage(board, with_places(code, board, filters, shown.rows, top=after is None), shown.next)


def around(code: str, board: str, owner: str, filters: Filters = UNFILTERED) -> list[Line]:
    """The row of `owner` on a board with its neighbours above and below; nothing where they have none."""
    if filters.few:
        lines = few(code, board, filters)
        mine = next((index for index, each in enumerate(lines) if each.row.owner_id == owner), None)
        return [] if mine is None else lines[max(0, mine - neighbours.NEIGHBOURS) : mine + neighbours.NEIGHBOURS + 1]
    rows, values = in_sql(code, board, filters)
    return with_places(code, board, filters, neighbours.around(BoardRow, rows, values, IN_ORDER, owner))


def rows_of(code: str, board: str, filters: Filters = UNFILTERED) -> QuerySet[BoardRow]:
    """All rows of one board that its filters let through, unless few are left; each with its player."""
    rows = BoardRow.objects.filter(code=code, board=board, **{filters.mark: True}).select_related("owner")
    return rows if filters.week is None else rows.filter(week=filters.week)


def in_sql(code: str, board: str, filters: Filters) -> tuple[str, list[str | int]]:
    """The same in SQL: the table and what rows have to be, with the values for its `%s`."""
    rows = f'replays_boardrow WHERE code = %s AND board = %s AND "{filters.mark}"'
    return (rows, [code, board]) if filters.week is None else (f"{rows} AND week = %s", [code, board, filters.week])


def with_places(code: str, board: str, filters: Filters, shown: list[BoardRow], *, top: bool = False) -> list[Line]:
    """`shown`, which follow one another on a board, with the place of each."""
    rows, values = in_sql(code, board, filters)
    name = name_of(code, board, first=filters.first, week=filters.week)
    counted: bool | None = None

    def above(value: int) -> int:
        nonlocal counted
        if counted is None:
            counted = is_counted(code)
        return places.above(name, rows, values, value) if counted else places.count_above(rows, values, value)

    return [line(place, row) for place, row in places.placed(shown, above, top=top)]


def _read_few(code: str, board: str, after: str | None, size: int, filters: Filters) -> BoardPage:
    key = IN_ORDER.read(after) if after else None
    left = [each for each in few(code, board, filters) if key is None or IN_ORDER.key(each.row) > key]
    shown = left[:size]
    return BoardPage(board, shown, IN_ORDER.write(IN_ORDER.key(shown[-1].row)) if len(left) > size else None)


def few(code: str, board: str, filters: Filters) -> list[Line]:
    """A whole board of which few rows are left: the sealed ones are, or some players are looked up one by one."""
    rows = BoardRow.objects.filter(code=code, board=board).select_related("owner")
    if filters.sealed:
        rows = rows.filter(sealed=True).order_by(*IN_ORDER.order())
    elif filters.among is not None:
        rows = rows.filter(owner__in=filters.among)
    best: dict[str, BoardRow] = {}
    for row in sorted(filter(filters.take, rows), key=IN_ORDER.key):
        best.setdefault(row.owner_id, row)
    return [line(place, row) for place, row in places.placed(list(best.values()), lambda value: 0, top=True)]


def line(place: int, row: BoardRow) -> Line:
    """`row` with its figures by name again."""
    named = dict(zip(COMPARES[Board(row.board)], (row.ranked, row.second, row.third), strict=True))
    return Line(place, row, named["time_ms"], named["moves"], -named["score"])
