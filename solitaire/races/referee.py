"""The referee: finds what is due in races and has it done, from any process, at any time, after any crash.

What is due is decided by `due`, and done by `duties` at the version of the race that it was decided on: of two
processes that find the same thing due one does it, and the other looks again. What was left half done is found due the
next time.
"""

import logging
from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef

from solitaire.live.models import OpenGame
from solitaire.live.table import PREFIX as GAMES
from solitaire.live.table import now_ms
from solitaire.live.table import stream_of as game_stream
from solitaire.log import store
from solitaire.log.event import NewEvent
from solitaire.log.store import Conflict
from solitaire.races import due, ratings
from solitaire.races.commands import append, find
from solitaire.races.due import Durations, Look, Played
from solitaire.races.duties import do
from solitaire.races.models import SETTLED, STARTED, RaceRow, RatingChange, SeatRow
from solitaire.races.presence import Standing
from solitaire.races.race import Race

logger = logging.getLogger(__name__)

PASSES = 50
"""So often a race is looked at again, each time after something was done in it; then something is wrong."""


class Schedule(NamedTuple):
    """When something will be due in a race if nothing happens before; None where nothing will."""

    race_id: str
    at: int | None


def durations() -> Durations:
    """How long things take, by the settings."""
    return Durations(**{name: settings.RACES[name] for name in Durations._fields})


def attend(race_id: str, standing: Standing) -> Schedule:
    """Do what is due in a race, until nothing is. Raises `NoSuchRace`."""
    for _ in range(PASSES):
        race = find(race_id)
        (look,) = looks([race], standing)
        duties = due.due(race, look, durations())
        if not duties:
            return Schedule(race_id, due.next_at(race, look, durations()))
        with suppress(Conflict):  # somebody else was first: look again
            do(race, duties)
    raise RuntimeError(f"race {race_id}: after {PASSES} passes something is due still: {duties}")


def call_off_ratings(away_from: int, away_until: int) -> None:
    """The site was away between these moments: rated races that missed too much of it do not count."""
    for race_id in RaceRow.objects.filter(status=STARTED, rated=True).values_list("pk", flat=True):
        race = find(race_id)
        if due.missed(race, away_from, away_until, durations()):
            with suppress(Conflict, ValueError):  # settled or called off by somebody else meanwhile
                append(race, [NewEvent("unrated", {"why": "outage"})])


class Referee:
    """The rounds of a process through all races that are not over. For one thread at a time."""

    def __init__(self) -> None:
        self._races: dict[str, Race] | None = None

    def round(self, standing: Standing) -> list[Schedule]:
        """Do what is due in any race; when something will be, in each."""
        versions = dict(RaceRow.objects.filter(due_at__isnull=False).values_list("pk", "version"))
        self._rate_what_has_settled(versions.keys())
        before = self._races or {}
        self._races = {
            race_id: known if (known := before.get(race_id)) and known.version == version else find(race_id)
            for race_id, version in versions.items()
        }
        races = list(self._races.values())
        if not races:
            return []
        return [_attended(race, look, standing) for race, look in zip(races, looks(races, standing), strict=True)]

    def _rate_what_has_settled(self, going_on: Collection[str]) -> None:
        """Whoever settles a race rates it next, unless they die in between."""
        over = None if self._races is None else [race_id for race_id in self._races if race_id not in going_on]
        if over == []:
            return
        settled = RaceRow.objects.filter(status=SETTLED, rated=True)
        settled = settled.exclude(Exists(RatingChange.objects.filter(race=OuterRef("pk"))))
        if over is not None:
            settled = settled.filter(pk__in=over)
        for race_id in settled.order_by("settled_at").values_list("pk", flat=True):
            ratings.rate(find(race_id))


def _attended(race: Race, look: Look, standing: Standing) -> Schedule:
    if not due.due(race, look, durations()):
        return Schedule(race.id, due.next_at(race, look, durations()))
    try:
        return attend(race.id, standing)
    except Exception:  # the others can be attended to all the same
        logger.exception("what is due in race %s could not be done", race.id)
        return Schedule(race.id, None)


def looks(races: Sequence[Race], standing: Standing) -> list[Look]:
    """What each of some races is judged by beside its stream, read in a few queries for all of them."""
    seen: defaultdict[str, dict[str, int]] = defaultdict(dict)
    rows = SeatRow.objects.filter(race__in=[race.id for race in races])
    for race_id, game, at in rows.values_list("race", "game", "seen_at"):
        seen[race_id][game] = at
    games = _games([seat.game for race in races if race.status == "started" for seat in race.seats])
    now = now_ms()
    return [
        Look(
            now,
            standing.up_since,
            standing.sure,
            seen[race.id],
            {seat.game: games[seat.game] for seat in race.seats if seat.game in games},
        )
        for race in races
    ]


def _games(game_ids: Sequence[str]) -> dict[str, Played]:
    """How those of some games stand that have been dealt."""
    streams = [game_stream(game_id) for game_id in game_ids]
    heads = list(store.heads_of(streams))
    lost = dict(OpenGame.objects.filter(stream__in=streams).values_list("stream", "lost"))
    return {head.stream.removeprefix(GAMES): Played(head.at, _status(lost.get(head.stream))) for head in heads}


def _status(lost: bool | None) -> due.Stage:
    if lost is None:
        return "over"
    return "lost" if lost else "playing"
