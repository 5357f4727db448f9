"""Numbers, times and dates follow the language of the page."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

from replays.figures import ago, clock, count, score_with_unit


@pytest.mark.parametrize(
    ("language", "number", "time", "day"),
    [
        ("en", "1,045", "3:07.250", "Nov. 30, 2026"),
        ("ms", "1,045", "3:07.250", "30 Nov 2026"),
        ("id", "1.045", "3:07,250", "30 Nov. 2026"),
        ("lv", "1\xa0045", "3:07,250", "2026. gada 30. novembris"),
    ],
)
def test_separators_and_dates(language: str, number: str, time: str, day: str) -> None:
    with translation.override(language):
        assert count(1045) == number
        assert clock(187_250, 3) == time
        shown = Template('{{ day|date:"DATE_FORMAT" }}').render(Context({"day": datetime(2026, 11, 30, tzinfo=UTC)}))
    assert shown == day


@pytest.mark.parametrize(
    ("language", "one", "two", "none"),
    [
        ("en", "1 point", "2 points", "0 points"),
        ("ms", "1 mata", "2 mata", "0 mata"),
        ("id", "1 poin", "2 poin", "0 poin"),
        ("lv", "1 punkts", "2 punkti", "0 punktu"),
    ],
)
def test_points_are_counted(language: str, one: str, two: str, none: str) -> None:
    with translation.override(language):
        assert [score_with_unit(points, "N") for points in (1, 2, 0)] == [one, two, none]


@pytest.mark.parametrize("language", ["en", "ms", "id", "lv"])
def test_dollars_are_dollars_everywhere(language: str) -> None:
    with translation.override(language):
        assert score_with_unit(208, "V") == "+$208"


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "1 week ago"), ("ms", "1 minggu lalu"), ("id", "1 minggu yang lalu"), ("lv", "pirms 1 nedēļas")],
)
def test_how_long_ago(language: str, text: str) -> None:
    week_ago = round((datetime.now(UTC).timestamp() - 8 * 86_400) * 1000)
    with translation.override(language):
        assert ago(week_ago) == text
