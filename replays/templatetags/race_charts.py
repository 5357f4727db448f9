"""`{% load race_charts %}`: what has become of a race, as a chart."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _

from replays.charts import FULL, CoursesChart, Runner, courses_chart
from replays.figures import clock
from solitaire.races.templatetags.racers import racer_look, racer_name

register = template.Library()

Course = Sequence[tuple[int, int]]


@register.inclusion_tag("parts/courses_chart.html")
def chart_of_race(
    race: Mapping[str, Any],
    results: Sequence[Mapping[str, Any]],
    courses: Mapping[str, Course],
    length_ms: int,
    own: str | None,
) -> dict[str, Any]:
    """The chart of a race that has settled.

    `race` as `show_race` gives it; `results` its racers from first to last, with their places; `courses` how their
    cards came home, by key; `length_ms` how long it took; `own` the key of the reader's own seat.
    """
    runners = [_runner(racer, race, courses.get(racer["key"], ()), length_ms, own) for racer in results]
    return {"chart": _chart(runners), "runners": runners}


def _runner(
    racer: Mapping[str, Any], race: Mapping[str, Any], course: Course, length_ms: int, own: str | None
) -> Runner:
    look = racer_look(racer["key"], race)
    until = min(racer["time_ms"], length_ms)
    return Runner(racer_name(racer), look.number, look.hollow, racer["key"] == own, course, until)


def _chart(runners: Sequence[Runner]) -> CoursesChart:
    told = (
        _("%(name)s: %(home)s of %(full)s cards home after %(time)s.")
        % {"name": runner.name, "home": runner.home, "full": FULL, "time": clock(runner.until)}
        for runner in runners
    )
    return courses_chart("courses", _("Cards home over time"), " ".join(told), runners, clock)
