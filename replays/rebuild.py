"""Throws away everything derived, and reads it from the log again."""

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.db.models import Model

from replays import boards, comments, places, race_places, reports, tallies, wins
from replays.batches import BATCH, batches
from replays.models import (
    ATTEMPTS,
    BoardRow,
    DealCount,
    DeckWin,
    Game,
    PlaceCount,
    PlayerDeal,
    PlayerWay,
    RacePlace,
    Result,
    WinStreak,
    WinTally,
)
from replays.refold import folded_games, rows
from replays.results import count_deals, first_of
from solitaire.daily import rows as daily
from solitaire.live import absence
from solitaire.live.table import TableState
from solitaire.players import absorb, leaving, sanctions
from solitaire.races import conduct, ghosts, ratings
from solitaire.races import rows as races

DERIVED: Final[tuple[type[Model], ...]] = (
    PlaceCount,
    WinStreak,
    WinTally,
    DeckWin,
    BoardRow,
    DealCount,
    PlayerWay,
    PlayerDeal,
    RacePlace,
    Result,
    Game,
)
"""What is thrown away and made anew, in this order: what refers to a game goes before it."""


def rebuild(progress: Callable[[int], None]) -> None:
    """Make all derived rows anew in one transaction; `progress` is told how many more games are done.

    The log has to be sound: `refold.Unsound` or `ValueError` is raised, and nothing changes, where a stream is no game
    or no race, or no day.
    """
    with transaction.atomic():
        absorb.rebuild()
        leaving.rebuild()
        comments.rebuild()
        sanctions.rebuild()
        for rows_of in (absence, conduct, ghosts, daily):
            rows_of.clear()
        races.rebuild()
        daily.rebuild()
        ratings.rebuild()
        for model in DERIVED:
            model._default_manager.all().delete()
        for some in batches(folded_games(), BATCH):
            write_games(some)
            progress(len(some))
        reports.rebuild()
        Game.objects.filter(pk__in=first_of(Game.objects.filter(ATTEMPTS)).values("pk")).update(first=True)
        daily.mark_all()
        for counts in batches(count_deals(), BATCH):
            DealCount.objects.bulk_create(counts)
        for standing in batches(boards.standing(Result.objects.all()), BATCH):
            BoardRow.objects.bulk_create(standing)
        for won in batches(wins.deck_wins(), BATCH):
            DeckWin.objects.bulk_create(won)
        for of_players in batches(wins.standing(), BATCH):
            WinTally.objects.bulk_create(tally for of_one, _ in of_players for tally in of_one)
            WinStreak.objects.bulk_create(streak for _, streak in of_players)
        for code in boards.counted_codes():
            PlaceCount.objects.bulk_create(places.count(boards.buckets(BoardRow.objects.filter(code=code))))
        for counted in batches(wins.place_counts(), BATCH):
            PlaceCount.objects.bulk_create(counted)
        tallies.rebuild()
        for settled in batches(races.races(), BATCH):
            RacePlace.objects.bulk_create(race_places.rows(settled))


def write_games(games: list[TableState]) -> None:
    """Write the rows of some games; who was first is not known yet."""
    for game in games:
        for rows_of in (absence, conduct, ghosts, daily):
            rows_of.follow(game)
    written = list(rows(games))
    Game.objects.bulk_create([game for game, _ in written])
    Result.objects.bulk_create([result for _, result in written if result])
