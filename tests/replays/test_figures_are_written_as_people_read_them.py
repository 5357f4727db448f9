"""Times, scores and moments, in the formats of each language."""

import pytest
from django.utils import timezone, translation

from replays import figures


@pytest.mark.parametrize(
    ("milliseconds", "short", "exact"),
    [
        (0, "0:00", "0:00.000"),
        (999, "0:00", "0:00.999"),
        (61_050, "1:01", "1:01.050"),
        (3_599_999, "59:59", "59:59.999"),
        (3_661_007, "1:01:01", "1:01:01.007"),
        (36_000_000, "10:00:00", "10:00:00.000"),
    ],
)
def test_a_time_is_minutes_and_seconds(milliseconds: int, short: str, exact: str) -> None:
    assert (figures.clock(milliseconds), figures.clock(milliseconds, 3)) == (short, exact)


def test_a_time_has_the_decimal_sign_of_the_language() -> None:
    with translation.override("lv"):
        assert figures.clock(61_050, 3) == "1:01,050"


@pytest.mark.parametrize(
    ("points", "ruleset", "shown", "with_unit"),
    [
        (535, "N", "535", "535 points"),
        (1, "S", "1", "1 point"),
        (1045, "N", "1,045", "1,045 points"),
        (208, "V", "+$208", "+$208"),
        (0, "V", "$0", "$0"),
        (-52, "V", "-$52", "-$52"),
        (52, "C", "52", "52 cards home"),
        (1, "C", "1", "1 card home"),
    ],
)
def test_a_score_is_shown_as_its_rule_set_counts(points: int, ruleset: str, shown: str, with_unit: str) -> None:
    assert (figures.score(points, ruleset), figures.score_with_unit(points, ruleset)) == (shown, with_unit)


def test_thousands_are_parted_as_the_language_does() -> None:
    with translation.override("id"):
        assert figures.count(1234567) == "1.234.567"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "2 hours ago"), ("lv", "pirms 2 stundām"), ("id", "2 jam yang lalu"), ("ms", "2 jam lalu")],
)
def test_a_moment_is_told_by_how_long_ago_it_was(language: str, said: str) -> None:
    now = timezone.now().timestamp() * 1000
    with translation.override(language):
        assert figures.ago(int(now) - 2 * 3_600_000) == said


def test_a_moment_that_has_just_been_is_never_in_the_future() -> None:
    now = timezone.now().timestamp() * 1000
    assert figures.ago(int(now) + 500) == "1 second ago"
