"""The rows of races follow their streams, in the transaction of each event."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction

from solitaire.live.sight import Secrecy
from solitaire.live.table import now_ms
from solitaire.log import milestones, store
from solitaire.log.event import Event
from solitaire.races.models import RaceRow, SeatRow
from solitaire.races.race import PREFIX, Race, begin, fold, follow

MOVED = "race-moved"
"""Every append to a race; the state is the `Race` before it, or None for a new one."""
SETTLED = "race-settled"
"""The append that settles a race; the state has the `Race` before it as its `race`."""


def listen() -> None:
    """Write the rows whenever a race moves."""
    milestones.listen(MOVED, _moved)
    milestones.listen(SETTLED, _settled)


def secrecy_of(race: Race) -> Secrecy:
    """How the race keeps its games from others until it has settled."""
    if race.lanes:
        return Secrecy.GHOSTS
    if not race.options.sealed:
        return Secrecy.RACE
    # A race that an outage has made unrated goes on as it began.
    return Secrecy.RATED if race.rated or race.unrated_why else Secrecy.FRIENDLY


def after(race: Race | None, events: Sequence[Event]) -> Race:
    """The race after `events` of its stream, which may have been followed already."""
    for event in events:
        if race is None:
            race = begin(event.stream.removeprefix(PREFIX), event)
        elif event.version > race.version:
            race = follow(race, event)
    if race is None:
        raise ValueError("no race without an event")
    return race


def race_row(race: Race) -> RaceRow:
    """The row of a race; not saved."""
    options = race.options
    return RaceRow(
        id=race.id,
        version=race.version,
        status=race.status,
        public=options.public,
        quick=options.quick,
        secrecy=str(secrecy_of(race)),
        rated=race.rated,
        family=options.family,
        draw=options.draw,
        ruleset=options.ruleset,
        limit_s=options.limit_s,
        undo=options.undo,
        hints=options.hints,
        host=race.host or "",
        seats=options.seats,
        taken=len(race.seats),
        waiting=options.quick and race.version == 2,
        code="" if race.secret else race.code,
        rematch=race.rematch or "",
        created_at=race.created_at,
        due_at=_due_at(race),
        starts_at=race.countdown_at if race.started_at is None else race.started_at,
        ends_at=race.ends_at,
        settled_at=race.settled_at,
    )


def _due_at(race: Race) -> int | None:
    match race.status:
        case "open":
            return race.last_at
        case "countdown":
            return race.countdown_at
        case "started":
            return race.started_at
        case _:
            return None


def seat_rows(race: Race) -> list[SeatRow]:
    """The rows of the seats that are taken; not saved, and as if their players were there now."""
    going_on = race.waiting or race.status == "started"
    now = now_ms()
    return [
        SeatRow(game=seat.game, race_id=race.id, player=seat.player, active=going_on and not seat.done, seen_at=now)
        for seat in race.seats
    ]


def write(race: Race) -> None:
    """Make the rows of a race what its stream says.

    Raises `IntegrityError` for what there may be only one of: see the constraints of `models`.
    """
    row, seats = race_row(race), seat_rows(race)
    RaceRow.objects.bulk_create([row], update_conflicts=True, unique_fields=["id"], update_fields=_fields(row, "id"))
    SeatRow.objects.filter(race=race.id).exclude(pk__in=[seat.pk for seat in seats]).delete()
    if seats:
        SeatRow.objects.bulk_create(
            seats, update_conflicts=True, unique_fields=["game"], update_fields=["race", "player", "active"]
        )
    if row.due_at is None:
        SeatRow.objects.filter(race=race.id).exclude(network="").update(network="")


def _fields(row: RaceRow, *but: str) -> list[str]:
    return [field.name for field in row._meta.concrete_fields if field.name not in but]


def races() -> Iterator[Race]:
    """Every race of the log, by stream name; ValueError for a stream that is none."""
    for head in store.heads(PREFIX):
        yield fold(head.stream.removeprefix(PREFIX), store.read(head.stream))


def rebuild() -> None:
    """Throw all rows away, and write them from the log again; what is not of the log is kept for seats in use."""
    with transaction.atomic():
        kept = {seat.pk: seat for seat in SeatRow.objects.filter(active=True)}
        SeatRow.objects.all().delete()
        RaceRow.objects.all().delete()
        for race in races():
            write(race)
        for seat in SeatRow.objects.filter(active=True):
            if seat.pk in kept:
                SeatRow.objects.filter(pk=seat.pk).update(seen_at=kept[seat.pk].seen_at, network=kept[seat.pk].network)


def _moved(race: Race | None, events: Sequence[Event]) -> None:
    write(after(race, events))


def _settled(settled: Any, events: Sequence[Event]) -> None:
    write(after(settled.race, events))
