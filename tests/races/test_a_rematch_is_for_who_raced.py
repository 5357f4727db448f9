"""A rematch: the same people, a new deck, one room whoever asks first."""

from dataclasses import replace

import pytest

from solitaire.live.table import now_ms
from solitaire.log.event import NewEvent
from solitaire.races import commands
from solitaire.races.race import Lane, NotNow, Race
from solitaire.races.standing import NOT_DEALT, settlement
from solitaire.rules.deals import Deal
from tests.races.people import at_once, browser_of, guest, guests, options, players

pytestmark = pytest.mark.usefixtures("database")


def settled(race: Race) -> Race:
    for player in players(race):
        race = race if race.lanes else commands.mark(race.id, player, ready=True)
    at = now_ms()
    race = commands.append(race, [NewEvent("countdown", {"at": at})])
    race = commands.append(race, [NewEvent("started", {"at": at, "ends_at": at + 1, "rated": False})])
    progress = dict.fromkeys(players(race), NOT_DEALT)
    places = settlement(race, progress, [NOT_DEALT] * len(race.lanes), at + 1)
    return commands.append(race, [NewEvent("settled", places)])


@pytest.fixture
def race() -> Race:
    """A race of three that has settled."""
    ana, ben, cleo = guests(3)
    race = commands.create(ana, options(seats=8, limit_s=300, hints=False))
    commands.join(race.id, ben)
    return settled(commands.join(race.id, cleo))


def code_of(call, *args) -> str:
    with pytest.raises(NotNow) as refused:
        call(*args)
    return refused.value.code


def test_the_first_to_ask_makes_the_room_and_the_others_come(race: Race):
    ana, ben, cleo = players(race)
    made = commands.rematch(race.id, ben)
    assert [commands.rematch(race.id, player).id for player in (ana, cleo, ben)] == [made.id] * 3
    made = commands.find(made.id)
    assert (players(made), made.host, made.rematch) == ([ben, ana, cleo], ben, race.id)
    assert (made.options.limit_s, made.options.hints, made.options.seats) == (300, False, 3)
    assert (made.options.public, made.options.sealed, made.code == race.code) == (False, True, False)


def test_all_who_ask_at_once_are_in_one_room(race: Race):
    outcomes = at_once(*[lambda player=player: commands.rematch(race.id, player) for player in players(race)] * 2)
    assert len({outcome.id for outcome in outcomes}) == 1
    assert sorted(players(commands.find(outcomes[0].id))) == sorted(players(race))


def test_it_is_for_nobody_else(race: Race):
    stranger = guest()
    assert code_of(commands.rematch, race.id, stranger) == "not-in"
    made = commands.rematch(race.id, players(race)[0])
    assert code_of(commands.join, made.id, stranger) == "not-invited"


def test_there_is_none_before_the_race_is_over():
    ana = guest()
    assert code_of(commands.rematch, commands.create(ana, options()).id, ana) == "not-settled"


def test_a_room_that_closed_is_made_anew(race: Race):
    ana, ben, _ = players(race)
    first = commands.rematch(race.id, ana)
    commands.leave(first.id, ana, who=ana)
    assert commands.rematch(race.id, ben).id != first.id


def test_of_a_race_on_a_known_deck_it_is_on_a_sealed_one():
    ana, ben = guests(2)
    thoughtful = replace(options(sealed=False), family="TF", draw=3)
    race = commands.create(ana, thoughtful, Deal.parse("TF1-D3N-AAAAAAG"))
    made = commands.rematch(settled(commands.join(race.id, ben)).id, ana)
    assert (made.options.sealed, made.options.family, made.options.draw) == (True, "TF", 3)


def test_with_pace_setters_there_is_none():
    ana = guest()
    lane = Lane("pace", pace="gold", moves=("d",), every_ms=1000)
    race = commands.create(ana, options(seats=1, sealed=False), Deal.parse("KL1-D1N-AAAAAAG"), [lane])
    assert code_of(commands.rematch, settled(race).id, ana) == "alone"


def test_the_page_leads_to_it(race: Race):
    ana, ben, cleo = players(race)
    answer = browser_of(ana).post(f"/race/{race.id}/rematch")
    made = commands.next_after(race.id)
    assert answer["Location"] == f"/race/{made}"
    assert f"/race/{made}" in browser_of(ben).get(f"/race/{race.id}").content.decode()
    for player in (ben, cleo):
        browser_of(player).post(f"/race/{race.id}/rematch")
    second = settled(commands.find(made))
    assert browser_of(ana).post(f"/race/{race.id}/rematch")["Location"] == f"/race/{second.id}"


def test_the_results_page_stands_for_ever_and_shows_the_code(race: Race):
    page = browser_of(players(race)[0]).get(f"/race/{race.id}").content.decode()
    assert race.code in page
    assert race.hash in page
