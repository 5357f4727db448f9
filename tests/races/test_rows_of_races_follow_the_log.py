"""The rows of races and seats are folds over the log: whatever people do, and made anew from it to the same values."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solitaire.races import commands, pairing, rows
from solitaire.races.commands import InAnother
from solitaire.races.models import RaceRow, SeatRow
from solitaire.races.pairing import COMMON_WAY
from solitaire.races.race import NotNow
from tests.races.people import guests, options


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)], autouse=True)
def database(request: pytest.FixtureRequest, database: Path) -> object:
    """Either of the databases the site runs on."""
    return database if request.param == "sqlite" else request.getfixturevalue("postgresql_database")


def everything() -> list[list[dict]]:
    return [
        list(RaceRow.objects.order_by("pk").values()),
        list(SeatRow.objects.order_by("pk").values("game", "race", "player", "active")),
    ]


DOINGS = st.lists(
    st.tuples(st.sampled_from(["create", "seek", "join", "leave", "ready", "unready"]), st.integers(0, 4)),
    max_size=25,
)


def do(what: str, player: str, rooms: list[str]) -> None:
    try:
        match what:
            case "create":
                rooms.append(commands.create(player, options(seats=3)).id)
            case "seek":
                rooms.append(pairing.race_now(player, COMMON_WAY).id)
            case "join" if rooms:
                commands.join(rooms[-1], player)
            case "leave" if current := commands.current(player):
                commands.leave(current, player, who=player)
            case "ready" | "unready" if current := commands.current(player):
                commands.mark(current, player, ready=what == "ready")
    except (NotNow, InAnother):
        pass


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(doings=DOINGS)
def test_whatever_people_do_the_rows_are_what_the_log_says(doings):
    people, rooms = guests(5), []
    for what, who in doings:
        do(what, people[who], rooms)
    before = everything()
    rows.rebuild()
    assert everything() == before
    seats = [seat.player for race in rows.races() if race.waiting for seat in race.seats]
    assert len(seats) == len(set(seats))


def test_rebuilding_mends_what_is_wrong_and_keeps_who_was_there():
    ana, ben, cleo = guests(3)
    race = commands.create(ana, options())
    commands.join(race.id, ben)
    pairing.race_now(cleo, COMMON_WAY)
    SeatRow.objects.filter(player=ana).update(seen_at=5, network="abc")
    before, seats = everything(), list(SeatRow.objects.filter(player=ana).values())
    SeatRow.objects.filter(player=ben).delete()
    SeatRow.objects.filter(player=cleo).update(player=ben)
    RaceRow.objects.filter(pk=race.id).update(taken=9, status="closed")
    rows.rebuild()
    assert everything() == before
    assert list(SeatRow.objects.filter(player=ana).values()) == seats
