"""What is asked about days costs as much however many there were, and however many have played them."""

import pytest

from replays import daily
from solitaire.daily.models import Attempt, DayRow

pytestmark = pytest.mark.usefixtures("database")
DAY = "2030-03-09:D1"


@pytest.mark.parametrize(
    "look",
    [
        lambda: daily.rows_of(DAY, guests=False).order_by(*daily.IN_ORDER.order())[:51],
        lambda: daily.IN_ORDER.after(daily.rows_of(DAY, guests=False), (0, 1, 1, 1, "a"))[:51],
        lambda: Attempt.objects.filter(day=DAY, over=False),
        lambda: Attempt.objects.filter(day=DAY, player__in=["a", "b"]),
        lambda: Attempt.objects.filter(owner="a", day=DAY, counts=True),
        lambda: Attempt.objects.filter(owner="a", counts=True, over=True).order_by("-day")[:100],
        lambda: DayRow.objects.filter(revealed_at=None, ends_at__lte=1).order_by("ends_at"),
        lambda: DayRow.objects.filter(draw=1, on__lt="2030-03-09").order_by("-on")[:1],
    ],
)
def test_lists_are_read_by_an_index(look):
    plan = look().explain()
    assert "USING" in plan
    assert "SCAN" not in plan
    assert "TEMP B-TREE" not in plan
