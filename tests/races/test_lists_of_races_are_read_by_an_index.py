"""What is asked for all the time costs as much however many races there were."""

import pytest

from solitaire.races.models import RaceRow, SeatRow
from solitaire.races.pairing import COMMON_WAY

pytestmark = pytest.mark.usefixtures("database")


@pytest.mark.parametrize(
    "look",
    [
        lambda: RaceRow.objects.filter(due_at__isnull=False).order_by("due_at"),
        lambda: RaceRow.objects.filter(quick=True, status="open", **COMMON_WAY._asdict()).order_by("created_at", "id"),
        lambda: RaceRow.objects.filter(status="open", public=True, quick=False).order_by("-created_at", "-id"),
        lambda: RaceRow.objects.filter(status="started", public=True).order_by("-rated", "-taken", "-starts_at", "-id"),
        lambda: SeatRow.objects.filter(player__in=["a"], active=True),
    ],
)
def test_lists_are_read_by_an_index(look):
    plan = look().explain()
    assert "USING" in plan
    assert "TEMP B-TREE" not in plan
