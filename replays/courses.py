"""How games went: cards home and score as they changed, read from the log once for each version of a game."""

from collections.abc import Sequence

from django.core.cache import cache
from django.utils.translation import gettext as _

from replays.charts import FULL, CoursesChart, GameChart, Reached, Runner, courses_chart, game_chart
from replays.figures import clock
from replays.tables import Standing
from solitaire.live.table import begin

KEPT_S = 3600
"""So long a course is kept once it has been reckoned; that of a version never changes."""
CARDS_AS_SCORE = "C"
"""The rule set whose score is the cards home."""


def course(table: Standing) -> Sequence[Reached]:
    """How far the game had come at the deal, each time cards home or score changed, and at its latest event."""
    key = f"course:{table.game.pk}:{table.version}"
    kept: list[Reached] | None = cache.get(key)
    if kept is None:
        kept = _course(table)
        cache.set(key, kept, KEPT_S)
    return kept


def _course(table: Standing) -> list[Reached]:
    state = begin(table.game.pk, table.events[0])
    reached = [Reached(0, state.game.cards_home, state.game.position.score)]
    for event in table.events[1:]:
        game = state.follow(event).game
        if (game.cards_home, game.position.score) != reached[-1][1:]:
            reached.append(Reached(event.at - state.dealt_at, game.cards_home, game.position.score))
    return [*reached, reached[-1]._replace(at=state.last_at - state.dealt_at)]


def chart_of(table: Standing) -> GameChart:
    """The chart of one game up to where it stands."""
    points = course(table)
    scored = table.game.ruleset != CARDS_AS_SCORE
    end = points[-1]
    words = {"home": end.home, "full": FULL, "time": clock(end.at), "score": end.score}
    told = _("%(home)s of %(full)s cards home after %(time)s.") % words
    if scored:
        told += " " + _("The score is %(score)s then.") % words
    title = _("Cards home and score over time") if scored else _("Cards home over time")
    return game_chart(title, told, points, clock, scored=scored)


def chart_of_all(compared: Sequence[Standing], own: str | None) -> tuple[CoursesChart, Sequence[Runner]]:
    """The chart of several games on one clock, and who plays them; `own` is whose line is the reader's."""
    runners = [
        Runner(
            table.game.owner.name,
            number,
            hollow=False,
            own=table.game.owner_id == own,
            course=[(point.at, point.home) for point in course(table)],
            until=course(table)[-1].at,
        )
        for number, table in enumerate(compared, start=1)
    ]
    told = (
        _("%(name)s: %(home)s of %(full)s cards home after %(time)s.")
        % {"name": runner.name, "home": runner.home, "full": FULL, "time": clock(runner.until)}
        for runner in runners
    )
    return courses_chart("courses", _("Cards home over time"), " ".join(told), runners, clock), runners
