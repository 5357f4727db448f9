"""What happens in a race is told to the racers before those who watch, in at most ten frames a second."""

import asyncio
import time

import pytest
from django.conf import settings

from solitaire.live.table import now_ms
from solitaire.log.event import NewEvent
from solitaire.races import commands, duties
from solitaire.races.live_race import LiveRace, Viewer
from solitaire.races.showing import people_of
from tests.races.people import guests, options

WATCHERS = 40


class Looker:
    """A socket that takes everything, and notes that it was its turn."""

    full = False
    greeted = True

    def __init__(self, turns: list["Looker"], player: str | None = None) -> None:
        self.viewer = Viewer(player, (player,) if player else (), None)
        self.turns = turns

    async def say(self, _text: str) -> None:
        self.turns.append(self)


@pytest.fixture
def race(database: object) -> LiveRace:
    """A race of four that has just started."""
    players = guests(4)
    race = commands.create(players[0], options(seats=4))
    for player in players[1:]:
        commands.join(race.id, player)
    for player in players:
        race = commands.mark(race.id, player, ready=True)
    at = now_ms()
    begun = [
        NewEvent("countdown", {"at": at}),
        NewEvent("started", {"at": at, "ends_at": at + 600_000, "rated": False}),
    ]
    race = commands.append(race, begun)
    duties.deal(race, race.seats)
    return LiveRace(race, people_of([race]))


async def all_told(turns: list[Looker], count: int) -> None:
    """Wait until so many have had their turn."""
    async with asyncio.timeout(30):
        while len(turns) < count:
            await asyncio.sleep(0.01)


async def test_racers_are_told_first_and_everybody_at_most_ten_times_a_second(race: LiveRace):
    turns: list[Looker] = []
    watchers = [Looker(turns) for _ in range(WATCHERS)]
    racers = [Looker(turns, seat.player) for seat in race.race.seats]
    everybody = [*watchers, *racers]
    for looker in everybody:
        await race.enter(looker)
    await all_told(turns, len(everybody))
    assert race.lanes is not None
    for looker in everybody:
        race.owe(looker)
    try:
        for _ in range(3):
            await asyncio.sleep(3 / settings.RACES["frames_per_s"])  # what came before has been told
            turns.clear()
            await race.lanes.seat(0).catch_up()  # something happens in a game
            await all_told(turns, len(everybody))
            assert set(turns[: len(racers)]) == set(racers)
        turns.clear()
        begun = time.monotonic()
        for _ in range(60):
            await race.lanes.seat(0).catch_up()
            await asyncio.sleep(0.01)
        frames, seconds = turns.count(racers[0]), time.monotonic() - begun
        assert 1 <= frames <= settings.RACES["frames_per_s"] * seconds + 1
    finally:
        for looker in everybody:
            race.leave(looker)
