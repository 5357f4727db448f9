"""What is due in a race is done in the log, and looked at anew where one thing done changes what else is due."""

import threading

import pytest
from django.db import connection, transaction

from solitaire.live.table import now_ms
from solitaire.log.event import NewEvent
from solitaire.races import commands
from solitaire.races.models import SeatRow
from solitaire.races.presence import Here, Presence, Standing
from solitaire.races.race import Race
from solitaire.races.referee import Schedule, attend
from tests.races.people import guests, kinds, options

FOR_EVER_UP = Standing(up_since=0, alone=True, sure=True, watching={})


def counting_down(count: int, at: int) -> Race:
    """A room of so many, all ready, whose race starts at that moment."""
    players = guests(count)
    race = commands.create(players[0], options(seats=count))
    for player in players[1:]:
        commands.join(race.id, player)
    for player in players:
        race = commands.mark(race.id, player, ready=True)
    return commands.append(race, [NewEvent("countdown", {"at": at})])


@pytest.mark.usefixtures("database")
def test_a_room_that_all_have_vanished_from_as_it_was_to_start_closes(settings):
    settings.RACES = {**settings.RACES, "vanished_s": 0, "countdown_s": 0}
    race = counting_down(3, now_ms())
    assert attend(race.id, FOR_EVER_UP) == Schedule(race.id, None)
    assert kinds(race)[-5:] == ["left", "countdown-off", "left", "left", "closed"]


@pytest.mark.postgresql
@pytest.mark.usefixtures("postgresql_database")
def test_a_pulse_waits_for_nobody_who_writes_a_seat():
    race = counting_down(2, now_ms() + 60_000)
    one, other = (seat.game for seat in race.seats)
    SeatRow.objects.update(seen_at=0)
    held, enough = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            SeatRow.objects.filter(pk=one).update(seen_at=1)
            held.set()
            enough.wait(10)
        connection.close()

    holding = threading.Thread(target=hold)
    holding.start()
    held.wait(10)
    pulse = threading.Thread(target=beat, args=[[one, other]])
    pulse.start()
    pulse.join(5)
    waited = pulse.is_alive()
    enough.set()
    holding.join()
    pulse.join()
    assert not waited
    assert SeatRow.objects.get(pk=one).seen_at == 1
    assert SeatRow.objects.get(pk=other).seen_at > 1


def beat(connected: list[str]) -> None:
    Presence(lambda _begun, _ended: None).beat(Here(connected, {}))
    connection.close()
