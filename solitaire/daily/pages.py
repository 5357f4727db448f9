"""Forms that deal the cards of the day."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from solitaire.daily import attempts, calendar, duties, rows
from solitaire.daily.attempts import NotPlayed, Played
from solitaire.daily.day import Day, key_of, read_key
from solitaire.limits import Limits
from solitaire.live import holds
from solitaire.live.pages import SeeOther
from solitaire.log.store import TooLate
from solitaire.players.guests import player_for
from solitaire.players.models import Player

limits = Limits("DAILY")


@require_POST
def play(request: HttpRequest, on: str, draw: int) -> HttpResponse:
    """Deal the ranked attempt of whoever asks, or go on with it; one that is over is not dealt again.

    Raises `TooMany`.
    """
    day = find(on, draw)
    there = reverse("daily-day", args=[on, draw])
    if day.on != calendar.today():
        return _over(request, there)
    player = _starter(request)
    try:
        game = attempts.going_on(player, day)
        if game is None:
            # Only now: what a hold says of these cards may tell which they are, to whoever plays with them elsewhere.
            if (page := holds.held(request, player, day.deal)) is not None:
                return page
            game = attempts.attempt(player, day)
    except Played:
        return SeeOther(there)
    except TooLate:
        return _over(request, there)
    return SeeOther(reverse("game", args=[game]))


@require_POST
def practise(request: HttpRequest, on: str, draw: int) -> HttpResponse:
    """Deal the day's cards once more to somebody whose ranked attempt is over. Raises `TooMany`."""
    day = find(on, draw)
    there = reverse("daily-day", args=[on, draw])
    if day.on != calendar.today():
        return _over(request, there)
    player = _starter(request)
    try:
        attempts.expect_played(player, day)
        if (page := holds.held(request, player, day.deal, practice=True)) is not None:
            return page
        return SeeOther(reverse("game", args=[attempts.practise(player, day)]))
    except NotPlayed:
        return SeeOther(there)
    except TooLate:
        return _over(request, there)


def _starter(request: HttpRequest) -> Player:
    """Who asks for a game of the day; raises `TooMany`."""
    player = player_for(request)
    limits.spend("starts", player.pk)
    return player


def _over(request: HttpRequest, there: str) -> HttpResponse:
    """Status 409: that day is not today."""
    return render(request, "daily/not_today.html", {"there": there}, status=409)


def find(on: str, draw: int) -> Day:
    """The deal of a date; one of today is drawn where nobody has yet. Raises Http404 where there is none."""
    try:
        date, _ = read_key(f"{on}:D{draw}")
    except ValueError as error:
        raise Http404 from error
    key = key_of(date, draw)
    day = rows.find(key)
    if day is None and date == calendar.today():
        duties.draw_what_is_missing()
        day = rows.find(key)
    if day is None:
        raise Http404
    return day
