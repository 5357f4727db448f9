"""Throws away everything derived, and reads it from the log again."""

from collections.abc import Callable

from django.db import transaction

from replays import boards, reports
from replays.models import BoardRow, DealCount, Game, Result
from replays.refold import BATCH, batches, folded_games, rows
from replays.results import count_deals, first_of
from solitaire.live import absence
from solitaire.live.table import TableState
from solitaire.players import absorb, sanctions
from solitaire.races import conduct, ghosts, ratings
from solitaire.races import rows as races


def rebuild(progress: Callable[[int], None]) -> None:
    """Make all derived rows anew in one transaction; `progress` is told how many more games are done.

    The log has to be sound: `refold.Unsound` or `ValueError` is raised, and nothing changes, where a stream is no game
    or no race.
    """
    with transaction.atomic():
        absorb.rebuild()
        sanctions.rebuild()
        for rows_of in (absence, conduct, ghosts):
            rows_of.clear()
        races.rebuild()
        ratings.rebuild()
        for model in (BoardRow, DealCount, Result, Game):
            model._default_manager.all().delete()
        for some in batches(folded_games(), BATCH):
            write_games(some)
            progress(len(some))
        reports.rebuild()
        Game.objects.filter(pk__in=first_of(Game.objects.filter(hidden=False)).values("pk")).update(first=True)
        for counts in batches(count_deals(), BATCH):
            DealCount.objects.bulk_create(counts)
        for standing in batches(boards.standing(Result.objects.all()), BATCH):
            BoardRow.objects.bulk_create(standing)


def write_games(games: list[TableState]) -> None:
    """Write the rows of some games; who was first is not known yet."""
    for game in games:
        for rows_of in (absence, conduct, ghosts):
            rows_of.follow(game)
    written = list(rows(games))
    Game.objects.bulk_create([game for game, _ in written])
    Result.objects.bulk_create([result for _, result in written if result])
