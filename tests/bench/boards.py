"""Boards of a million results over 100,000 decks, on SQLite and PostgreSQL, beside a look-up of as many rows by key.

Asked for the top 50 of a deal and one's own place with its neighbours, for deals drawn by result and for the most
played one ("top"); the same of the boards of the site, and the games behind a row there. The look-up goes through
Django as the boards do: results by their primary key, each with its player. Ours and it take turns, so that whatever
else the machine does meets both. `make bench-data` makes the data.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from tests import databases
from tests.bench import board_data
from tests.bench.figure import Figure
from tests.bench.in_django import django_ready

GOAL, GOAL_ON_TOP = 1 / 5, 1 / 20
"""Each takes at most five times the look-up; one's own place on the most played deal, at most twenty times."""
SAMPLED = 20
"""So many deals and players, drawn by result; of the most played deal, a quarter as many players."""
ROUNDS = 3
"""Each is asked so often; the quickest counts."""


def figures() -> Iterator[Figure]:
    """The look-up's time over the board's, for each question and each kind of database."""
    django_ready()
    yield from of_database("SQLite", board_data.FILE.exists(), lambda: databases.django_on(NAME=str(board_data.FILE)))
    refusal = databases.postgresql_refusal()
    there = refusal is None and board_data.postgresql_is_there()
    settings = databases.postgresql_settings(board_data.POSTGRESQL) | {"CONN_MAX_AGE": None}
    yield from of_database("PostgreSQL", there, lambda: databases.django_on(**settings), refusal or "")


def of_database(
    name: str, there: bool, opened: Callable[[], AbstractContextManager[None]], why: str = ""
) -> Iterator[Figure]:
    """The figures on one database."""
    if not there:
        yield Figure(f"boards: {name}", 0, None, why or "no data: make bench-data", counts=bool(why))
        return
    with opened():
        for question, goal, asked in questions():
            yield measure(f"boards: {name}, {question}", goal, asked)


Question = Callable[[], Sequence[Any]]


def questions() -> Iterator[tuple[str, float, list[Question]]]:
    """What is asked, the goal, and for each sample a function that gives the rows of the answer."""
    from replays import boards, site_boards
    from replays.boards import Filters, Only
    from replays.models import Board, DealCount
    from replays.site_boards import SiteBoard

    made = random.Random(2)
    sampled = draw_wins(made)
    most_played = DealCount.objects.order_by("-attempts", "code").values_list("code", flat=True)[0]
    on_top = players_of(most_played, made)

    def top(code: str, board: str, only: Sequence[Only] = ()) -> Question:
        return lambda: boards.read(code, board, filters=Filters.of(only)).lines

    def mine(code: str, board: str, owner: str, only: Sequence[Only] = ()) -> Question:
        return lambda: boards.around(code, board, owner, Filters.of(only))

    lists = ((), (Only.FIRST,), (Only.WEEK,), (Only.FIRST, Only.WEEK))
    yield "top 50", GOAL, [top(code, board) for code, _ in sampled for board in Board]
    yield (
        "top 50 of top",
        GOAL,
        [top(most_played, board, only) for board in Board for only in lists for _ in on_top],
    )
    yield "my place", GOAL, [mine(code, board, owner) for code, owner in sampled for board in Board]
    of_all = [(board, only) for board in Board for only in lists]
    yield (
        "place on top",
        GOAL_ON_TOP,
        [mine(most_played, board, owner, only) for owner in on_top for board, only in of_all],
    )
    yield (
        "site top 50",
        GOAL,
        [lambda board=board: site_boards.read(board).lines for board in SiteBoard for _ in on_top],
    )
    yield (
        "site place",
        GOAL,
        [
            lambda board=board, owner=owner: site_boards.around(board, owner)
            for _, owner in sampled
            for board in SiteBoard
        ],
    )
    yield (
        "site games",
        GOAL,
        [
            lambda board=board, owner=owner: site_boards.behind(board, owner).wins.rows
            for _, owner in sampled
            for board in SiteBoard
        ],
    )


def draw_wins(made: random.Random) -> list[tuple[str, str]]:
    """Code and player of wins drawn at random: the more often a deal is played, the likelier it is among them."""
    from replays.models import Result

    wins: list[tuple[str, str]] = []
    stands = Result.objects.filter(outcome="won", hinted=False).order_by("pk")
    while len(wins) < SAMPLED:
        wins += stands.filter(pk__gte=board_data.spell(made.getrandbits(59))).values_list("code", "owner")[:1]
    return wins


def players_of(code: str, made: random.Random) -> list[str]:
    """Players from all over the board of a deal."""
    from replays.models import BoardRow

    found = BoardRow.objects.filter(code=code, board="fastest", best=True).values_list("owner", flat=True)
    return made.sample(sorted(found), SAMPLED // 4)


def measure(name: str, goal: float, asked: Sequence[Question]) -> Figure:
    """Ask everything, and look up as many rows by key in between."""
    from replays.models import Result

    keys = list(Result.objects.order_by("pk").values_list("pk", flat=True)[: 50 * len(asked)])
    made = random.Random(3)
    ours, theirs, found = [], [], []
    for question in asked:
        rows = len(question())
        if not rows:
            continue
        look_up = partial(rows_by_key, made.sample(keys, rows))
        look_up()
        pairs = [(clocked(question), clocked(look_up)) for _ in range(ROUNDS)]
        ours.append(min(ours_once for ours_once, _ in pairs))
        theirs.append(min(theirs_once for _, theirs_once in pairs))
        found.append(rows)
    if not ours:
        return Figure(name, 0, goal, "nothing to ask for in these data", counts=False)
    ratios = [look_up / question for question, look_up in zip(ours, theirs, strict=True)]
    note = (
        f"median {ms(ours)}, slowest {max(ours) * 1000:.2f} ms; {statistics.median(found):.0f} rows by key {ms(theirs)}"
    )
    return Figure(name, statistics.median(ratios), goal, note)


def rows_by_key(keys: Sequence[str]) -> list[Any]:
    """What everything is compared with."""
    from replays.models import Result

    return list(Result.objects.filter(pk__in=keys).select_related("owner"))


def clocked(question: Callable[[], Any]) -> float:
    """How long it takes."""
    began = time.perf_counter()
    question()
    return time.perf_counter() - began


def ms(times: Sequence[float]) -> str:
    """The median of times in seconds, in milliseconds."""
    return f"{statistics.median(times) * 1000:.2f} ms"
