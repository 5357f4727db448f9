"""The ladder of ratings, and the ratings on a player's page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from replays import figures, names, places
from replays.charts import LineChart, line_chart
from replays.keyset import BadCursor, Keyset, page
from solitaire.players.models import Player
from solitaire.races import ratings
from solitaire.races.models import Rating
from solitaire.races.ratings import PROVISIONAL_RACES, Point
from solitaire.rules.deals import DRAWS

PAGE = 50
IN_ORDER = Keyset(("established", "shown", "player_id"), numbers=2, falling=True)
"""Established ratings before provisional ones, then the higher number; equal ones in the order of the players' ids."""


@dataclass(frozen=True)
class Line:
    """A row of the ladder and its place, which a provisional rating has not."""

    place: int | None
    row: Rating


@dataclass(frozen=True)
class LadderPage:
    """Lines of a ladder, and the cursor of the next page (None on the last)."""

    lines: list[Line]
    next: str | None


def read(draw: int, after: str | None = None, size: int = PAGE) -> LadderPage:
    """A page of the ladder with a draw count. Raises `BadCursor` where `after` is no cursor of a ladder."""
    rows = rows_of(draw)
    shown = page(rows, IN_ORDER, after, size)
    return LadderPage(with_places(rows, shown.rows, top=after is None), shown.next)


def rows_of(draw: int) -> QuerySet[Rating]:
    """All ratings with a draw count, each with its player."""
    return Rating.objects.filter(draw=draw).select_related("player")


def with_places(rows: QuerySet[Rating], shown: Sequence[Rating], *, top: bool = False) -> list[Line]:
    """`shown`, which follow one another in `rows`, with their places; equal numbers share one: 1, 2, 2, 4.

    Nothing is counted at the `top`.
    """
    established = [row for row in shown if row.established]

    def above(value: int) -> int:
        return rows.filter(established=1, shown__gt=value).count()

    placed = places.placed(established, above, attrgetter("shown"), top=top)
    return [Line(place, row) for place, row in placed] + [Line(None, row) for row in shown[len(established) :]]


@require_safe
def ladder(request: HttpRequest, draw: int) -> HttpResponse:
    """Who is how strong in rated races with a draw count, strongest first."""
    if draw not in DRAWS:
        raise Http404
    try:
        shown = read(draw, request.GET.get("after"))
    except BadCursor as error:
        raise Http404 from error
    rows = rows_of(draw)
    mine = rows.filter(player=request.user.pk).first() if isinstance(request.user, Player) else None
    apart = mine is not None and mine.player_id not in {line.row.player_id for line in shown.lines}
    return render(
        request,
        "races/ladder.html",
        {
            "draw": draw,
            "draws": [(each, names.DRAWS[each]) for each in DRAWS],
            "rows": shown.lines,
            "next": shown.next,
            "mine": with_places(rows, [mine])[0] if mine and apart else None,
            "provisional_races": PROVISIONAL_RACES,
        },
    )


@dataclass(frozen=True)
class ShownRating:
    """A player's rating with one draw count, called by its name, and how it came about."""

    name: Promise
    rating: Rating
    chart: LineChart


def ratings_of(player_id: str) -> list[ShownRating]:
    """A player's ratings, draw one first, each with its chart; none for who has been in no rated race."""
    return [
        ShownRating(names.DRAWS[rating.draw], rating, chart(rating, ratings.history(player_id, rating.draw)))
        for rating in ratings.ratings_of(player_id)
    ]


def chart(rating: Rating, history: Sequence[Point]) -> LineChart:
    """A rating over time, race by race."""
    values = [point.shown for point in history]
    races = min(rating.races, len(values) - 1)  # what was taken back is a point of the line, and no race
    first, last = (date_format(_moment(point), "SHORT_DATE_FORMAT") for point in (history[0], history[-1]))
    described = ngettext(
        "From %(first)s to %(last)s in %(races)s race; lowest %(lowest)s, highest %(highest)s.",
        "From %(first)s to %(last)s in %(races)s races; lowest %(lowest)s, highest %(highest)s.",
        races,
    ) % {
        "first": figures.count(values[0]),
        "last": figures.count(values[-1]),
        "races": figures.count(races),
        "lowest": figures.count(min(values)),
        "highest": figures.count(max(values)),
    }
    title = gettext("Rating over time, %(draw)s") % {"draw": names.DRAWS[rating.draw]}
    return line_chart(f"rating-{rating.draw}", title, described, values, (first if first != last else "", last))


def _moment(point: Point) -> datetime:
    return figures.moment(point.at)
