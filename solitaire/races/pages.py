"""The pages of races: the lobby, a race from its room to its results, and what one does in between."""

from io import BytesIO
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from solitaire.limits import Limits
from solitaire.live.pages import SeeOther
from solitaire.live.table import now_ms
from solitaire.players.absorb import selves
from solitaire.players.guests import player_for
from solitaire.players.models import Player
from solitaire.players.throttle import origin
from solitaire.races import afterwards, commands, conduct, ghosts, neighbours, pairing, ratings, stock
from solitaire.races.commands import InAnother, NoSuchRace
from solitaire.races.forms import NewRaceForm, WayForm
from solitaire.races.lobby import lobby
from solitaire.races.models import SeatRow
from solitaire.races.race import NotNow, Race
from solitaire.races.showing import people_of, show_race, show_you
from solitaire.races.wording import not_now_text

QR_SCALE, QR_BORDER = 8, 4
"""Pixels a module, and modules of white around, which readers of QR codes want."""

limits = Limits("ROOMS")


@require_safe
@never_cache
def races(request: HttpRequest) -> HttpResponse:
    """The lobby: race now, make a room, join one, watch what goes on."""
    return _lobby(request, NewRaceForm(auto_id="new-%s"))


def _lobby(request: HttpRequest, form: NewRaceForm, status: int = 200) -> HttpResponse:
    shown = lobby.show()
    words = {
        "form": form,
        "open_rooms": shown["rooms"],
        "waiting": shown["waiting"],
        "running": shown["running"],
        "games": shown["games"],
        "current": _current(request),
    }
    return render(request, "races/races.html", words, status=status)


def _current(request: HttpRequest) -> str | None:
    """The race in which whoever asks has a seat, if any."""
    return commands.current(request.user.pk) if isinstance(request.user, Player) else None


@require_safe
@never_cache
def watch(request: HttpRequest) -> HttpResponse:
    """Races and games going on, best first."""
    shown = lobby.show()
    return render(request, "races/watch.html", {"running": shown["running"], "games": shown["games"]})


@require_POST
def race_now(request: HttpRequest) -> HttpResponse:
    """Seek a rival: fields `family`, `draw`, `ruleset`. Raises `TooMany`."""
    form = WayForm(request.POST)
    if not form.is_valid():
        return _unreadable(request, form)
    player = _maker(request)
    try:
        race = pairing.race_now(player.pk, form.way())
    except InAnother as error:
        return _elsewhere(request, error)
    return _seated(request, race, player)


@require_POST
def new(request: HttpRequest) -> HttpResponse:
    """Make a room: fields as `NewRaceForm`. Raises `TooMany`."""
    form = NewRaceForm(request.POST, auto_id="new-%s")
    if not form.is_valid():
        return _lobby(request, form, status=400)
    player, options, deal = _maker(request), form.options(), form.deal
    try:
        if options.winnable:
            commands.expect_free(player.pk)  # before a deck is used up
            deal = stock.deal(form.way(), sealed=True)
            if deal is None:
                form.add_error("winnable", _("No such deck is ready for that way to play. Try again in a minute."))
                return _lobby(request, form, status=409)
        race = commands.create(player.pk, options, deal)
    except InAnother as error:
        return _elsewhere(request, error)
    return _seated(request, race, player)


@require_POST
def against_ghosts(request: HttpRequest) -> HttpResponse:
    """Race recorded games at once: fields `family`, `draw`, `ruleset`, and `instead`, a room one waits in until now.

    Raises `TooMany`.
    """
    form = WayForm(request.POST)
    if not form.is_valid():
        return _unreadable(request, form)
    player = _maker(request)
    try:
        race = ghosts.race_against_ghosts(player.pk, form.way(), request.POST.get("instead", ""))
    except InAnother as error:
        return _elsewhere(request, error)
    except ghosts.NobodyThere:
        return _not_now(request, NotNow("no-ghosts"))
    return _seated(request, race, player)


@require_safe
@never_cache
def race(request: HttpRequest, race_id: str) -> HttpResponse:
    """One race: its room, then the race itself, then its results, for ever at this address."""
    found = _find(race_id)
    people = people_of([found])
    shown = show_race(found, people, seen=_seen(found))
    player = request.user.pk if isinstance(request.user, Player) else None
    current = _current(request)
    if found.status == "closed" and current is not None:
        return redirect("race", current)  # the site may have found a rival in another room
    you = show_you(found, player, selves(player) if player else (), elsewhere=current if current != found.id else None)
    words: dict[str, Any] = {
        "race": shown,
        "you": you,
        "v": found.version,
        "now": now_ms(),
        "invite_url": request.build_absolute_uri(reverse("race", args=[race_id])),
    }
    if found.status == "settled":
        words |= {
            "results": _results(found, shown),
            "voided": conduct.voided_in(race_id),
            "taken_back": found.rated and ratings.is_taken_back(race_id),
            "rematch": commands.next_after(race_id),
            "courses": afterwards.courses(found),
            "length_ms": afterwards.length_ms(found),
        }
    return render(request, "races/race.html", words)


def _seen(race: Race) -> dict[str, int]:
    """When the player of each seat was last there."""
    return dict(SeatRow.objects.filter(race=race.id).values_list("game", "seen_at")) if race.waiting else {}


def _results(race: Race, shown: dict[str, Any]) -> list[dict[str, Any]]:
    """The places from first to last, each with its racer, and what the race has made of their rating."""
    racers = {racer["key"]: racer for racer in (*shown["seats"], *shown["lanes"])}
    changes = {change.player_id: change for change in ratings.changes_of_race(race.id)}
    return [
        {**racers[place["key"]], **place, "change": changes.get(racers[place["key"]].get("player"))}
        for place in shown["places"]
    ]


@require_POST
def join(request: HttpRequest, race_id: str) -> HttpResponse:
    """Take a seat. Raises `TooMany`."""
    _find(race_id)
    player = player_for(request)
    limits.spend("seats", player.pk)
    try:
        found = commands.join(race_id, player.pk)
    except InAnother as error:
        return _elsewhere(request, error)
    except NotNow as error:
        return _not_now(request, error, race_id)
    return _seated(request, found, player)


@require_POST
def leave(request: HttpRequest, race_id: str) -> HttpResponse:
    """Give up one's seat, and in a race that has started one's game. Raises `TooMany`."""
    found = _find(race_id)
    if not isinstance(request.user, Player):
        return _not_now(request, NotNow("not-in"), race_id)
    limits.spend("seats", request.user.pk)
    try:
        found = commands.leave(race_id, request.user.pk, who=request.user.pk)
    except NotNow as error:
        return _not_now(request, error, race_id)
    return SeeOther(reverse("race", args=[race_id]) if found.started_at else reverse("races"))


@require_POST
def rematch(request: HttpRequest, race_id: str) -> HttpResponse:
    """A seat in the race that follows this one. Raises `TooMany`."""
    _find(race_id)
    if not isinstance(request.user, Player):
        return _not_now(request, NotNow("not-in"), race_id)
    player = _maker(request)
    try:
        found = commands.rematch(race_id, player.pk)
    except InAnother as error:
        return _elsewhere(request, error)
    except NotNow as error:
        return _not_now(request, error, commands.next_after(race_id) or race_id)
    return _seated(request, found, player)


@require_safe
@cache_control(max_age=3600, private=True)
def qr(request: HttpRequest, race_id: str) -> HttpResponse:
    """The address of a race as a QR code, to be shown to a friend's camera."""
    _find(race_id)
    drawn = BytesIO()
    code = segno.make_qr(request.build_absolute_uri(reverse("race", args=[race_id])))
    code.save(drawn, kind="svg", scale=QR_SCALE, border=QR_BORDER, light="white", omitsize=True)
    return HttpResponse(drawn.getvalue(), content_type="image/svg+xml")


def _find(race_id: str) -> Race:
    """The race; raises Http404 where there is none."""
    try:
        return commands.find(race_id)
    except NoSuchRace as error:
        raise Http404 from error


def _maker(request: HttpRequest) -> Player:
    """Who asks for a room; raises `TooMany`."""
    player = player_for(request)
    limits.spend("rooms", player.pk)
    return player


def _seated(request: HttpRequest, race: Race, player: Player) -> HttpResponse:
    """On to the race in which the player has a seat now."""
    neighbours.note(race.id, selves(player.pk), origin(request))
    return SeeOther(reverse("race", args=[race.id]))


def _unreadable(request: HttpRequest, form: WayForm) -> HttpResponse:
    """What is wrong with the way somebody wants to race, and what is allowed."""
    return render(request, "races/bad_way.html", {"form": form}, status=400)


def _elsewhere(request: HttpRequest, error: InAnother) -> HttpResponse:
    """Status 409: the player has a seat in another race, and the way there."""
    return render(request, "races/in_another.html", {"race_id": error.race_id}, status=409)


def _not_now(request: HttpRequest, error: NotNow, race_id: str | None = None) -> HttpResponse:
    """Status 409: why it cannot be, and the way to the race."""
    words = {"reason": not_now_text(error), "race_id": race_id}
    return render(request, "races/not_now.html", words, status=409)
