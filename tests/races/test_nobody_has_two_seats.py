"""People who do things at the same moment: two never get one seat, and nobody gets two."""

from pathlib import Path

import pytest

from solitaire.races import commands, pairing
from solitaire.races.commands import InAnother
from solitaire.races.models import OPEN, RaceRow, SeatRow
from solitaire.races.pairing import COMMON_WAY
from solitaire.races.race import NotNow, Race
from tests.races.people import at_once, guest, guests, kinds, options, players


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)], autouse=True)
def database(request: pytest.FixtureRequest, database: Path) -> object:
    """Either of the databases the site runs on."""
    return database if request.param == "sqlite" else request.getfixturevalue("postgresql_database")


def test_of_eight_who_want_the_last_seat_one_gets_it():
    host, *others = guests(9)
    race = commands.create(host, options(seats=2))
    outcomes = at_once(*[lambda other=other: commands.join(race.id, other) for other in others])
    seated = [outcome for outcome in outcomes if isinstance(outcome, Race)]
    refused = [outcome for outcome in outcomes if isinstance(outcome, NotNow)]
    assert (len(seated), len(refused)) == (1, 7)
    assert {error.code for error in refused} == {"race-full"}
    assert len(commands.find(race.id).seats) == 2


def test_one_who_joins_eight_rooms_at_once_has_one_seat():
    ana, *hosts = guests(9)
    races = [commands.create(host, options()) for host in hosts]
    outcomes = at_once(*[lambda race=race: commands.join(race.id, ana) for race in races])
    (seated,) = [outcome for outcome in outcomes if isinstance(outcome, Race)]
    others = [outcome for outcome in outcomes if outcome is not seated]
    assert [type(error) for error in others] == [InAnother] * 7
    assert {error.race_id for error in others} == {seated.id}
    assert list(SeatRow.objects.filter(player=ana).values_list("race", flat=True)) == [seated.id]


def test_one_who_joins_eight_times_at_once_has_one_seat():
    ana, host = guests(2)
    race = commands.create(host, options())
    outcomes = at_once(*[lambda: commands.join(race.id, ana)] * 8)
    assert [players(outcome) for outcome in outcomes] == [[host, ana]] * 8


def test_all_leave_at_once_and_the_room_closes_once():
    people = guests(6)
    race = commands.create(people[0], options(seats=6))
    for player in people[1:]:
        commands.join(race.id, player)
    at_once(*[lambda player=player: commands.leave(race.id, player, who=player) for player in people])
    assert kinds(race).count("left") == 6
    assert kinds(race)[-1] == "closed"
    assert not SeatRow.objects.exists()


def test_a_crowd_that_seeks_rivals_at_once_is_paired():
    people = guests(9)
    outcomes = at_once(*[lambda player=player: pairing.race_now(player, COMMON_WAY) for player in people])
    assert all(isinstance(outcome, Race) for outcome in outcomes), outcomes
    assert sorted(RaceRow.objects.values_list("taken", flat=True)) == [1, 2, 2, 2, 2]
    assert sorted(SeatRow.objects.values_list("player", flat=True)) == sorted(people)


def test_one_who_seeks_a_rival_in_many_tabs_waits_in_one_room():
    ana = guest()
    outcomes = at_once(*[lambda: pairing.race_now(ana, COMMON_WAY)] * 6)
    assert len({outcome.id for outcome in outcomes}) == 1
    assert RaceRow.objects.get().status == OPEN
