"""Boards beside a plain sort in Python: who stands where, whatever came first, and page by page."""

from functools import partial
from pathlib import Path

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from replays import boards, results
from replays.keyset import BadCursor
from replays.models import Board, BoardRow, DealCount, Game, Result
from solitaire.players.models import Player
from tests.replays.played import Played, in_order_of, page_by_page, window

PLAYERS = ("ana", "ben", "cid", "dee", "eva")
CODES = ("KL1-D1N-AAAAAAG", "KL1-D1S-AAAAAAG")
"""One deck under two rule sets."""


few = st.integers(0, 2)
games = st.lists(
    st.builds(
        Played,
        id=st.text("ab2", min_size=3, max_size=3),
        player=st.sampled_from(PLAYERS),
        code=st.sampled_from(CODES),
        dealt_at=few,
        time_ms=few,
        moves=few,
        score=few,
        take_back=st.booleans(),
        hinted=st.integers(0, 5).map(lambda one_of_six: one_of_six == 0),
        won=st.integers(0, 5).map(lambda one_of_six: one_of_six > 0),
    ),
    min_size=2,
    max_size=12,
    unique_by=lambda game: game.id,
)


@pytest.fixture
def players(database: Path) -> None:
    Player.objects.bulk_create(Player(pk=name, name=name, name_key=name, name_look=name) for name in PLAYERS)


def let_happen(order: list[tuple[Played, bool]]) -> None:
    """Tell the listeners of games dealt (False) and ended (True), as they come, on empty tables."""
    with transaction.atomic():
        for model in (BoardRow, Result, Game, DealCount):
            model.objects.all().delete()
        for game, ended in order:
            listener = results.ended if ended else results.dealt
            listener(game.state(ended=ended), ())


def naive(played: list[Played], code: str, board: str) -> list[tuple[int, Played]]:
    """The board as one would write it down: each player's best, sorted, with places by the ranked value alone."""
    key = in_order_of(board)
    stands = [game for game in played if game.code == code and game.won and not game.hinted]
    if board == "score" and code[6] in "NV":
        stands = [game for game in stands if not game.take_back]
    best = [min((game for game in stands if game.player == name), key=key, default=None) for name in PLAYERS]
    rows = sorted(filter(None, best), key=key)
    return [(1 + sum(key(other)[0] < key(game)[0] for other in rows), game) for game in rows]


def shown(lines: list[boards.Line]) -> list[tuple]:
    return [(line.place, line.row.game_id, line.time_ms, line.moves, line.score) for line in lines]


def wanted(rows: list[tuple[int, Played]]) -> list[tuple]:
    return [(place, game.id, game.time_ms, game.moves, game.score) for place, game in rows]


def first_attempts(played: list[Played]) -> set[str]:
    return {
        min((game for game in played if game.player == name), key=lambda game: (game.dealt_at, game.id)).id
        for name in {game.player for game in played}
    }


@given(played=games, data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_boards_are_what_a_plain_sort_gives_in_whatever_order_games_come(players, played, data) -> None:
    me = data.draw(st.sampled_from(PLAYERS))
    twice = data.draw(st.permutations([*played, *played]))
    let_happen([(game, game in twice[:index]) for index, game in enumerate(twice)])
    for code in CODES:
        for board in Board.values:
            rows = naive(played, code, board)
            expected = wanted(rows)
            assert shown(boards.read(code, board).lines) == expected
            assert shown(page_by_page(partial(boards.read, code, board, size=2))) == expected
            mine = next((index for index, (_, game) in enumerate(rows) if game.player == me), None)
            assert shown(boards.around(code, board, me)) == window(expected, mine)
    marked = first_attempts(played)
    assert set(Game.objects.filter(first=True).values_list("pk", flat=True)) == marked
    assert all(row.first == (row.game_id in marked) for row in BoardRow.objects.all())


def test_equal_values_share_a_place_and_the_next_one_is_skipped(players, database: Path) -> None:
    played = [
        Played("a1", "ana", CODES[0], 0, 10, 5, 1, False, False, True),
        Played("b1", "ben", CODES[0], 0, 20, 9, 1, False, False, True),
        Played("c1", "cid", CODES[0], 0, 20, 5, 1, False, False, True),
        Played("d1", "dee", CODES[0], 0, 30, 5, 1, False, False, True),
    ]
    let_happen([(game, ended) for game in played for ended in (False, True)])
    assert [(line.place, line.row.owner_id) for line in boards.read(CODES[0], "fastest").lines] == [
        (1, "ana"),
        (2, "cid"),
        (2, "ben"),
        (4, "dee"),
    ]


@pytest.mark.parametrize(
    ("board", "ranked"),
    [
        ("fastest", ["time", "moves", "score"]),
        ("moves", ["moves", "time", "score"]),
        ("score", ["score", "time", "moves"]),
    ],
)
@pytest.mark.parametrize("tied", range(5))
def test_each_tie_is_decided_by_what_comes_next(players, board: str, ranked: list[str], tied: int) -> None:
    """Ana is better in the first thing that is not tied, and worse in all that come after it."""
    better = {"time": (1, 2), "moves": (1, 2), "score": (2, 1)}
    ana, ben = {}, {}
    for index, name in enumerate(ranked):
        good, bad = better[name]
        ana[name], ben[name] = (bad, bad) if index < tied else (good, bad) if index == tied else (bad, good)
    first_ended = {3: (0, 5), 4: (0, 0)}.get(tied, (5, 0))
    ids = ("a1", "b1") if tied == 4 else ("b1", "a1")
    played = [
        Played(ids[0], "ana", CODES[1], first_ended[0], ana["time"], ana["moves"], ana["score"], False, False, True),
        Played(ids[1], "ben", CODES[1], first_ended[1], ben["time"], ben["moves"], ben["score"], False, False, True),
    ]
    let_happen([(game, ended) for game in reversed(played) for ended in (False, True)])
    lines = boards.read(CODES[1], board).lines
    assert [line.row.owner_id for line in lines] == ["ana", "ben"]
    assert [line.place for line in lines] == ([1, 2] if tied == 0 else [1, 1])


def test_a_cursor_that_no_page_gave_is_refused(database: Path) -> None:
    for cursor in ("x", "1.2.3", "1.2.3.4", "1.2.3.4.5.6", "1.2.x.4.abc", "1.2.3." + "9" * 30 + ".abc", "٣.2.3.4.abc"):
        with pytest.raises(BadCursor):
            boards.read(CODES[0], "fastest", cursor)
