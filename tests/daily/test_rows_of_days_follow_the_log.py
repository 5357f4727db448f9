"""Rows of days and attempts are rebuilt from the log to what they were, and audit names those that are not."""

import io
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django.forms.models import model_to_dict

from replays.models import BoardRow, DealCount, Game, Result
from solitaire.daily import attempts
from solitaire.daily.models import Attempt, DayRow
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from solitaire.races.models import Flag, RecordedGame
from tests.daily import seed
from tests.daily.clocks import Clock

MODELS = (DayRow, Attempt, Game, Result, BoardRow, DealCount, Flag, RecordedGame)


def everything() -> dict[str, list[dict[str, object]]]:
    return {
        model.__name__: [{**model_to_dict(row), "pk": str(row.pk)} for row in model.objects.order_by("pk")]
        for model in MODELS
    }


def findings() -> str:
    out = io.StringIO()
    try:
        call_command("audit", stdout=out, stderr=out)
    except CommandError:
        return out.getvalue()
    return ""


@pytest.fixture
def days(ana: Player, ben: Player, guest: Player, clock: Clock, winnable: None) -> None:
    """A day that is over and one that is not, with attempts of all kinds, practice, and a guest who became Ben."""
    seed.win(ana, clock)
    seed.give_up(guest, clock)
    seed.give_up(ben, clock)
    attempts.practise(ana, seed.today())
    seed.next_day(clock)
    absorb(guest, ben)
    seed.win(ana, clock, seconds=0)
    seed.give_up(ben, clock)
    seed.begin(ana, draw=3)
    attempts.practise(ben, seed.today())


def test_what_has_been_derived_is_made_again_from_the_log(days: None):
    before = everything()
    assert findings() == ""
    call_command("rebuild", stdout=io.StringIO(), stderr=io.StringIO())
    assert everything() == before
    assert findings() == ""


def change(model: type, **values: object) -> Callable[[], None]:
    return lambda: model.objects.filter(pk=model.objects.order_by("pk").first().pk).update(**values)


@pytest.mark.parametrize(
    ("tamper", "named"),
    [
        (change(DayRow, hash="0" * 64), "daily:2030-03-09:D1"),
        (lambda: DayRow.objects.filter(revealed_at=None).update(code=seed.WINNABLE), "code is"),
        (lambda: Attempt.objects.filter(outcome="won").update(time_ms=1, second=1), "time_ms is 1"),
        (lambda: Attempt.objects.filter(counts=False).update(counts=True), "counts as a ranked attempt"),
        (lambda: Attempt.objects.filter(counts=True).update(counts=False), "does not count"),
        (lambda: Attempt.objects.all().delete(), "has no row among the attempts"),
        (lambda: Game.objects.filter(day="2030-03-10:D1").update(hidden=False), "hidden is False"),
        (lambda: Game.objects.exclude(day="").update(day=""), "day is ''"),
    ],
)
def test_what_does_not_agree_is_named(days: None, tamper: Callable[[], object], named: str):
    tamper()
    assert named in findings()
