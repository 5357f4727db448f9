"""The pages of the deal of the day: today's, one of any day, and the calendar."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from replays import daily
from replays.keyset import BadCursor
from replays.pages import player_of
from solitaire.daily import calendar, duties
from solitaire.daily.day import key_of, read_key
from solitaire.daily.models import DayRow

EARLIEST = date(2000, 1, 1)
"""No calendar is shown of a month before."""


@require_safe
@never_cache
def today(request: HttpRequest) -> HttpResponse:
    """The deals of today, how long they last, one's streaks, and the calendar of this month."""
    duties.draw_what_is_missing()
    me, on = player_of(request), calendar.today()
    words = daily.today_for(me) | {
        "on": on,
        "month": daily.month(on.replace(day=1), me, on),
        "streaks": daily.streaks_of(me, on) if me else None,
        "tomorrow": DayRow.objects.filter(on=calendar.tomorrow()).order_by("draw"),
    }
    return render(request, "daily/today.html", words)


@require_safe
@never_cache
def day(request: HttpRequest, on: str, draw: int) -> HttpResponse:
    """One deal of the day: its boards, one's own attempt, what to tell others, and its seal."""
    row = _find(on, draw)
    me = player_of(request)
    guests = request.GET.get("board") == "guests"
    if not guests and request.GET.get("board", "accounts") != "accounts":
        raise Http404
    try:
        board = daily.read(row.key, guests=guests, after=request.GET.get("after"))
    except BadCursor as error:
        raise Http404 from error
    shown = daily.shown(row, me)
    mine, there = shown.mine, {line.row.pk for line in board.lines}
    address = request.build_absolute_uri(reverse("daily-day", args=[on, draw]))
    words = {
        "shown": shown,
        "board": board,
        "guests": guests,
        "around": daily.around(mine)
        if mine and mine.over and bool(mine.guest) == guests and mine.pk not in there
        else [],
        "watch": daily.may_watch(me, row),
        "today": row.on == calendar.today(),
        "until": row.ends_at,
        "now": calendar.now(),
        "telling": daily.telling(shown, address),
        "others": DayRow.objects.filter(on=row.on).exclude(pk=row.pk),
        "before": _beside(row, "-on", on__lt=row.on),
        "after": _beside(row, "on", on__gt=row.on, on__lte=calendar.today()),
    }
    return render(request, "daily/day.html", words)


def _beside(row: DayRow, order: str, **which: date) -> DayRow | None:
    """The day before or after with the same draw count."""
    return DayRow.objects.filter(draw=row.draw, **which).order_by(order).first()


def _find(on: str, draw: int) -> DayRow:
    """What is public of a deal of the day; raises Http404 for one that is none, or of tomorrow."""
    try:
        date_of, _ = read_key(f"{on}:D{draw}")
    except ValueError as error:
        raise Http404 from error
    if date_of == calendar.today():
        duties.draw_what_is_missing()
    row = DayRow.objects.filter(pk=key_of(date_of, draw), on__lte=calendar.today()).first()
    if row is None:
        raise Http404
    return row


@require_safe
@never_cache
def month(request: HttpRequest, year: int, number: int) -> HttpResponse:
    """The calendar of a month."""
    me, on = player_of(request), calendar.today()
    try:
        first = date(year, number, 1)
    except (ValueError, OverflowError) as error:
        raise Http404 from error
    if not EARLIEST <= first <= on:
        raise Http404
    return render(request, "daily/month.html", {"month": daily.month(first, me, on), "today": on})
