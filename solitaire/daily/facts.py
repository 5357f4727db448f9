"""What the rest of the site asks about deals of the day: see `solitaire.live.sight`."""

from collections.abc import Callable, Collection
from functools import partial

from solitaire.daily.models import Attempt, DayRow
from solitaire.live.sight import RaceFacts, Secrecy, tell_days


def answer() -> None:
    """Answer whoever asks about a day from now on."""
    tell_days(facts)


def facts(key: str, practice: bool) -> RaceFacts | None:
    """What a day is now for its ranked attempts, or for practice; None where there is none."""
    row = DayRow.objects.filter(pk=key).first()
    if row is None:
        return None
    finished: Callable[[Collection[str]], bool] = partial(has_finished, key)
    return RaceFacts(
        secrecy=Secrecy.PRACTICE if practice else Secrecy.DAILY,
        settled=row.revealed_at is not None,
        undo=True,
        hints=practice,
        starts_at=None,
        ends_at=None if practice else row.ends_at,
        finished=finished,
    )


def has_finished(key: str, players: Collection[str]) -> bool:
    """Whether the ranked attempt at a day that counts for one of `players` is over, and was no guest's.

    Then they may see how others play it. A guest may not: whoever comes back as another would know the cards.
    """
    return Attempt.objects.filter(day=key, owner__in=players, counts=True, over=True, guest=0).exists()
