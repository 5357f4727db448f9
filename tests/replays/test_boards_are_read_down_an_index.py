"""Whatever is asked of a board is looked up by an index, in its order, on SQLite and on PostgreSQL."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from replays import boards, site_boards
from replays.boards import Filters, Only
from replays.models import Board
from replays.site_boards import SiteBoard
from solitaire.players import joining
from solitaire.players.models import Player
from tests.replays import seed
from tests.replays.seed import WON, Clock

INDEXES = {
    (): "board_in_order",
    (Only.FIRST,): "board_of_first",
    (Only.WEEK,): "board_of_week",
    (Only.FIRST, Only.WEEK): "board_of_first_in_week",
    (Only.SEALED,): "board_of_sealed",
    (Only.FIRST, Only.SEALED): "board_of_sealed",
    (Only.SEALED, Only.WEEK): "board_of_sealed",
    (Only.FIRST, Only.SEALED, Only.WEEK): "board_of_sealed",
}
"""What a board is read down, whatever is chosen together."""
KEYS = ("sqlite_autoindex_replays_boardrow_1", "boardrow_pkey")
"""The index of the primary key, as SQLite and PostgreSQL call it: code, board, owner."""


@contextmanager
def counted_places() -> Iterator[None]:
    """Inside, the boards of every deal have their buckets counted."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "COUNTED_FROM", 1)
        yield


def ask_everything(clock: Clock, plan: Callable[[str], str]) -> dict[str, list[str]]:
    """The plans of all queries, by what was asked, on boards that three stand on."""
    with counted_places(), pytest.MonkeyPatch.context() as patch:
        players = [joining.new_guest() for _ in range(3)]
        for seconds, player in enumerate(players):
            seed.win(player, WON, clock, 600 + seconds)
        for module in (boards, site_boards):
            patch.setattr(module, "now_ms", clock)
        return dict(asked(players, plan))


def asked(players: list[Player], plan: Callable[[str], str]) -> Iterator[tuple[str, list[str]]]:
    last = players[-1].pk
    for only in INDEXES:
        filters = Filters.of(only)
        page = boards.read(WON, Board.FASTEST, size=1, filters=filters)
        for name, ask in {
            "top": lambda filters=filters: boards.read(WON, Board.FASTEST, filters=filters),
            "around": lambda filters=filters: boards.around(WON, Board.FASTEST, last, filters),
            "next": lambda filters=filters, page=page: boards.read(WON, Board.FASTEST, page.next, filters=filters),
        }.items():
            yield f"{only} {name}", plans(ask, plan)
        among = Filters.of(only, [player.pk for player in players])
        yield f"{only} among", plans(lambda among=among: boards.read(WON, Board.MOVES, filters=among), plan)
    for board in SiteBoard:
        page = site_boards.read(board, size=1)
        for name, ask in {
            "top": lambda board=board: site_boards.read(board),
            "around": lambda board=board: site_boards.around(board, last),
            "next": lambda board=board, page=page: site_boards.read(board, page.next),
            "behind": lambda board=board: site_boards.behind(board, last),
        }.items():
            yield f"site {board} {name}", plans(ask, plan)


def plans(ask: Callable[[], object], plan: Callable[[str], str]) -> list[str]:
    """How the database answers each query of a question."""
    with CaptureQueriesContext(connection) as queries:
        ask()
    return [plan(query["sql"]) for query in queries]


def explained(how: str) -> Callable[[str], str]:
    def explain(sql: str) -> str:
        with connection.cursor() as cursor:
            cursor.execute(f"{how} {sql}")
            return "\n".join(str(row[-1]) for row in cursor.fetchall())

    return explain


def check_indexes(found: dict[str, list[str]]) -> None:
    for only, index in INDEXES.items():
        for name in ("top", "next", "around"):
            assert f"{index} " in "\n".join(found[f"{only} {name}"]) + " ", (only, name)
        among = "\n".join(found[f"{only} among"])
        assert any(name in among for name in (KEYS if Only.SEALED not in only else (index,))), only
    for board in SiteBoard:
        index = "streak_in_order" if board is SiteBoard.STREAKS else "tally_in_order"
        for name in ("top", "around", "next"):
            assert index in "\n".join(found[f"site {board} {name}"])
        assert "deck_win_of_owner" in "\n".join(found[f"site {board} behind"])


def test_on_sqlite_nothing_is_scanned_or_sorted(database: Path, clock: Clock) -> None:
    found = ask_everything(clock, explained("EXPLAIN QUERY PLAN"))
    check_indexes(found)
    for question, answers in found.items():
        for answer in answers:
            assert "TEMP B-TREE" not in answer, question
            for step in re.findall(r"SCAN (?!CONSTANT|above|below)[^\n]*", answer):
                assert "streak_in_order" in step, f"{question}: the board of streaks alone holds all there are"


@pytest.mark.postgresql
def test_on_postgresql_nothing_need_be_scanned_or_sorted(postgresql_database: str, clock: Clock) -> None:
    with connection.cursor() as cursor:  # on so few rows it would not bother with an index
        for way in ("seqscan", "bitmapscan", "hashjoin", "mergejoin", "sort"):
            cursor.execute(f"SET enable_{way} = off")
    found = ask_everything(clock, explained("EXPLAIN"))
    check_indexes(found)
    for question, answers in found.items():
        for answer in answers:
            assert "Seq Scan" not in answer, f"{question}:\n{answer}"
            assert "Sort" not in answer, f"{question}:\n{answer}"
