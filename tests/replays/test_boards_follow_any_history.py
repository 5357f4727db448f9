"""Random histories beside a plain sort in Python: every board and filter, page by page, and what a rebuild writes."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from replays import boards, calendar, places, results, site_boards, tallies, wins
from replays.boards import Filters, Only
from replays.folds import result_row
from replays.models import (
    Board,
    BoardRow,
    DealCount,
    DeckWin,
    Game,
    PlaceCount,
    PlayerDeal,
    PlayerWay,
    Result,
    WinStreak,
    WinTally,
)
from replays.site_boards import SiteBoard
from solitaire.log import statements
from solitaire.players.models import Player
from solitaire.races import conduct
from solitaire.races.models import Flag
from solitaire.rules.cards import DECK
from solitaire.rules.deals import Deal, deal_of_deck
from tests.replays.played import Played, in_order_of, page_by_page, window

PLAYERS = ("ana", "ben", "cid", "dee", "gus")
ONE, OTHER_RULES = "KL1-D1N-AAAAAAG", "KL1-D1S-AAAAAAG"
"""One deck under two rule sets."""
CODES = (ONE, ONE, OTHER_RULES, "KL2-D3V-MVGNX-AQHYO-PRHLH-VHYOJ", deal_of_deck(DECK).code)
NOW = 1_900_000_000_000
HOUR = 3_600_000
TABLES = (PlaceCount, WinStreak, WinTally, DeckWin, BoardRow, PlayerWay, PlayerDeal, Result, Game, DealCount, Flag)


figures = st.sampled_from([0, 1, 2, 130, 131, 2_000_001, 2_000_002])
seldom = st.integers(0, 5).map(lambda one_of_six: one_of_six == 0)
histories = st.lists(
    st.builds(
        Played,
        id=st.text("ab2", min_size=3, max_size=3),
        player=st.sampled_from(PLAYERS),
        code=st.sampled_from(CODES),
        dealt_at=st.integers(-18, 0).map(lambda half_days: NOW + half_days * 12 * HOUR),
        time_ms=figures,
        moves=figures,
        score=st.sampled_from([0, 5, 640, 645, 1300]),
        take_back=st.booleans(),
        hinted=seldom,
        won=seldom.map(lambda lost: not lost),
        sealed=seldom,
        waiting=seldom,
    ),
    min_size=3,
    max_size=14,
    unique_by=lambda game: game.id,
)


@pytest.fixture
def players(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(monkeypatch)


@pytest.fixture
def players_on_postgresql(postgresql_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(monkeypatch)


def prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five players, a clock that stands still, and buckets that are counted early."""
    Player.objects.bulk_create(Player(pk=name, name=name, name_key=name, name_look=name) for name in PLAYERS)
    for module in (boards, site_boards):
        monkeypatch.setattr(module, "now_ms", lambda: NOW)
    monkeypatch.setattr(boards, "COUNTED_FROM", 3)


def let_happen(order: Iterable[tuple[Played, int]], *, absorbed: bool) -> None:
    """Tell the listeners what happens to games: dealt, ended, and perhaps noticed for their pace; on empty tables."""
    with transaction.atomic():
        for model in TABLES:
            model.objects.all().delete()
        for game, turn in order:
            if turn == 0:
                results.dealt(game.state(ended=False), ())
            elif turn == 1 and game.sealed:
                settle(game)
            elif turn == 1:
                results.ended(game.state(ended=True), ())
            elif game.waiting:
                noticed = Flag(id=f"{game.id}-pace", game=game.id, player_id=game.player, at=0, detail={})
                noticed.kind = Flag.Kind.INHUMAN_PACE
                noticed.save()
                results.reviewed(conduct.Reviewed(game.id), ())
        if absorbed:
            results.absorbed({"player": "ana", "guest": "gus"}, ())


def settle(game: Played) -> None:
    """What becomes of one game of a race on a sealed deck that has settled."""
    deal, state = Deal.parse(game.code), game.state(ended=True)
    result = result_row(state, game.player, game.ended_at, sealed=True, review="")
    statements.insert(result)
    tallies.change(results.kept(state), None, result)
    results.count(game.code, attempts=0, wins=int(game.won))
    boards.stand({game.code}, game.player)
    wins.judge(game.player, {deal.deck_key})


# --- the same, written down plainly ---


def standing(played: list[Played]) -> list[Played]:
    return [game for game in played if game.won and not game.hinted and not game.waiting]


def first_attempts(played: list[Played]) -> set[str]:
    found = {}
    for game in sorted(played, key=lambda game: (game.dealt_at, game.id), reverse=True):
        found[game.player, Deal.parse(game.code).deck_key] = game.id
    return set(found.values())


def naive(played: list[Played], code: str, board: str, filters: Filters) -> list[tuple[int, str]]:
    """Place and game of each row of a board, best first."""
    key = in_order_of(board)
    let_through = {
        Only.FIRST: lambda game: game.id in first_attempts(played),
        Only.SEALED: lambda game: game.sealed,
        Only.WEEK: lambda game: calendar.week(game.ended_at) == calendar.week(NOW),
    }
    taken = [game for game in standing(played) if game.code == code]
    taken = [game for game in taken if all(let_through[only](game) for only in filters.only)]
    taken = [game for game in taken if filters.among is None or game.player in filters.among]
    if board == "score" and code[6] in "NV":
        taken = [game for game in taken if not game.take_back]
    best = {}
    for game in sorted(taken, key=key):
        best.setdefault(game.player, game)
    rows = list(best.values())
    return [(1 + sum(key(other)[0] < key(game)[0] for other in rows), game.id) for game in rows]


def decks_won(played: list[Played]) -> dict[str, list[Played]]:
    """By player, the win that counts for each deck, the first first."""
    found: dict[str, dict[str, Played]] = {name: {} for name in PLAYERS}
    for game in sorted(standing(played), key=lambda game: (game.ended_at, game.id)):
        if Deal.parse(game.code).kind != "X":
            found[game.player].setdefault(Deal.parse(game.code).deck_key, game)
    return {name: list(games.values()) for name, games in found.items()}


def longest_run(days: set[int]) -> tuple[int, int]:
    """How many days, and the last of them; of several the earliest."""
    runs = []
    for day in sorted(days):
        length = next(n for n in range(1, 99) if day - n not in days)
        runs.append((-length, day))
    length, day = min(runs)
    return -length, day


def naive_site(played: list[Played], board: SiteBoard) -> list[tuple[int, str, int]]:
    """Place, player and number of each row of a board of the site, best first."""
    rows = []
    for name, games in decks_won(played).items():
        in_time = {
            SiteBoard.WEEK: lambda at: calendar.week(at) == calendar.week(NOW),
            SiteBoard.MONTH: lambda at: calendar.month(at) == calendar.month(NOW),
        }.get(board, lambda at: True)
        times = [game.ended_at for game in games if in_time(game.ended_at)]
        if times and board is SiteBoard.STREAKS:
            rows.append((*longest_run({at // 86_400_000 for at in times}), name))
        elif times:
            rows.append((len(times), max(times), name))
    rows.sort(key=lambda row: (-row[0], *row[1:]))
    return [(1 + sum(other[0] > row[0] for other in rows), row[2], row[0]) for row in rows]


def check_board(played: list[Played], code: str, board: str, filters: Filters, me: str) -> None:
    wanted = naive(played, code, board, filters)
    owners = {game.id: game.player for game in played}
    mine = next((index for index, (_, game) in enumerate(wanted) if owners[game] == me), None)

    def shown(lines: list[boards.Line]) -> list[tuple[int, str]]:
        return [(line.place, line.row.game_id) for line in lines]

    assert shown(boards.read(code, board, filters=filters).lines) == wanted
    assert shown(page_by_page(lambda after: boards.read(code, board, after, 2, filters))) == wanted
    assert shown(boards.around(code, board, me, filters)) == window(wanted, mine)


def check_site_board(played: list[Played], board: SiteBoard, me: str) -> None:
    wanted = naive_site(played, board)
    mine = next((index for index, (_, player, _) in enumerate(wanted) if player == me), None)

    def shown(lines: list[site_boards.Line]) -> list[tuple[int, str, int]]:
        return [(line.place, line.row.owner_id, line.value) for line in lines]

    assert shown(site_boards.read(board).lines) == wanted
    assert shown(page_by_page(lambda after: site_boards.read(board, after, 2))) == wanted
    assert shown(site_boards.around(board, me)) == window(wanted, mine)
    behind = page_by_page_of_games(board, me)
    counted = [game for game in decks_won(played)[me] if in_bounds(board, me, game.ended_at)]
    assert behind == [game.id for game in sorted(counted, key=lambda game: (game.ended_at, game.id), reverse=True)]


def in_bounds(board: SiteBoard, me: str, at: int) -> bool:
    """Whether a win at that time is one of those that a board counts for a player."""
    if board is SiteBoard.STREAKS:
        begins, ends = site_boards.bounds_of(WinStreak.objects.get(pk=me))
        return begins <= at < ends
    period = site_boards.period_of(board, NOW)
    return period.begins is None or period.begins <= at < period.ends


def page_by_page_of_games(board: SiteBoard, me: str) -> list[str]:
    games, after = [], None
    while True:
        page = site_boards.behind(board, me, after, size=2).wins
        games += [win.game_id for win in page.rows]
        if page.next is None:
            return games
        after = page.next


def columns(rows: Iterable) -> list[tuple]:
    """Rows as the database has them, in an order of their own."""
    return sorted(
        (tuple(getattr(row, field.attname) for field in row._meta.concrete_fields if field.column) for row in rows),
        key=str,
    )


def check_rebuilt() -> None:
    """What a rebuild would write is what has been written live, row by row."""
    assert columns(BoardRow.objects.all()) == columns(boards.standing(Result.objects.all()))
    assert columns(DeckWin.objects.all()) == columns(wins.deck_wins())
    stands = list(wins.standing())
    assert columns(WinTally.objects.all()) == columns(tally for tallies, _ in stands for tally in tallies)
    assert columns(WinStreak.objects.all()) == columns(streak for _, streak in stands)
    of_deals = boards.buckets(BoardRow.objects.filter(code__in=boards.counted_codes()))
    assert columns(PlaceCount.objects.all()) == columns([*places.count(of_deals), *wins.place_counts()])


@given(played=histories, data=st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_boards_are_what_a_plain_sort_gives_after_any_history(players, played, data) -> None:
    check_history(played, data)


@pytest.mark.postgresql
@given(played=histories, data=st.data())
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_on_postgresql(players_on_postgresql, played, data) -> None:
    check_history(played, data)


def check_history(played: list[Played], data: st.DataObject) -> None:
    absorbed = data.draw(st.booleans())
    thrice = data.draw(st.permutations([*played, *played, *played]))
    seen: Counter[str] = Counter()
    order = []
    for game in thrice:
        order.append((game, seen[game.id]))
        seen[game.id] += 1
    let_happen(order, absorbed=absorbed)
    if absorbed:
        played = [replace(game, player="ana") if game.player == "gus" else game for game in played]
    me = data.draw(st.sampled_from(PLAYERS))
    for code in {game.code for game in played[:2]}:
        for board in Board.values:
            only = data.draw(st.sets(st.sampled_from(Only)))
            among = data.draw(st.none() | st.sets(st.sampled_from(PLAYERS)))
            check_board(played, code, board, Filters.of(only, among), me)
    for board in SiteBoard:
        check_site_board(played, board, me)
    check_rebuilt()
