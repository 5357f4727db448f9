"""Taking and leaving seats, at every step of a room's life."""

import random

import pytest

from solitaire.live.table import read_game
from solitaire.log.event import NewEvent
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from solitaire.races import commands, duties
from solitaire.races.commands import InAnother, NoSuchRace
from solitaire.races.models import RaceRow, SeatRow
from solitaire.races.race import BadOptions, Lane, NotNow, Race, hash_of
from solitaire.rules.deals import Deal
from tests.races.people import account, guest, guests, kinds, options, players

pytestmark = pytest.mark.usefixtures("database")


def count_down(race: Race, at: int = 10**15) -> Race:
    for player in players(race):
        race = commands.mark(race.id, player, ready=True)
    return commands.append(race, [NewEvent("countdown", {"at": at})])


def started(race: Race) -> Race:
    race = count_down(race, 1000)
    return commands.append(race, [NewEvent("started", {"at": 1000, "ends_at": 2000, "rated": False})])


def code_of(call, *args, **more) -> str:
    with pytest.raises(NotNow) as refused:
        call(*args, **more)
    return refused.value.code


def test_who_makes_a_room_has_its_first_seat_and_is_its_host():
    ana = guest()
    race = commands.create(ana, options())
    assert (players(race), race.host, race.status) == ([ana], ana, "open")
    assert kinds(race) == ["created", "joined"]


def test_a_sealed_deck_is_drawn_and_its_hash_published_at_once():
    races = [commands.create(player, options()) for player in guests(3)]
    assert {race.deal.kind for race in races} == {"2"}
    assert len({race.code for race in races}) == 3
    assert [race.hash for race in races] == [hash_of(race.code) for race in races]
    assert set(RaceRow.objects.values_list("code", flat=True)) == {""}


def test_its_letters_come_from_the_operating_systems_randomness(monkeypatch: pytest.MonkeyPatch):
    zeros = [b""]

    def urandom(count: int) -> bytes:
        zeros[0] += bytes(count)
        return bytes(count)

    ana = guest()
    monkeypatch.setattr(random, "_urandom", urandom)  # what `secrets` reads from
    deal = commands.drawn_deal(options())
    assert deal.letters == "A" * 20
    assert len(zeros[0]) >= 20
    monkeypatch.undo()
    assert commands.create(ana, options()).deal != deal


def test_a_known_deck_is_no_secret():
    race = commands.create(guest(), options(sealed=False), Deal.parse("KL1-D1N-AAAAAAG"))
    assert (race.hash, race.secret, RaceRow.objects.get().code) == (None, False, "KL1-D1N-AAAAAAG")
    assert commands.create(guest(), options(sealed=False)).deal.kind == "1"


@pytest.mark.parametrize("seats", [-1, 0, 1, 17])
def test_a_room_has_2_to_16_seats(seats: int):
    with pytest.raises(BadOptions) as refused:
        commands.create(guest(), options(seats=seats))
    assert (refused.value.part, refused.value.allowed) == ("seats", "2 to 16")


def test_a_room_fills_and_then_is_full():
    ana, ben, cleo = guests(3)
    race = commands.create(ana, options(seats=2))
    assert players(commands.join(race.id, ben)) == [ana, ben]
    assert code_of(commands.join, race.id, cleo) == "race-full"


def test_joining_twice_is_joining_once():
    ana, ben = guests(2)
    race = commands.create(ana, options())
    first, again = commands.join(race.id, ben), commands.join(race.id, ben)
    assert players(again) == [ana, ben]
    assert first == again
    assert players(commands.join(race.id, ana)) == [ana, ben]


def test_a_seat_that_is_left_is_free_again():
    ana, ben, cleo = guests(3)
    race = commands.create(ana, options(seats=2))
    commands.join(race.id, ben)
    commands.leave(race.id, ben, who=ben)
    assert players(commands.join(race.id, cleo)) == [ana, cleo]
    assert set(SeatRow.objects.values_list("player", flat=True)) == {ana, cleo}


def test_the_host_who_leaves_hands_the_room_on():
    ana, ben, cleo = guests(3)
    race = commands.create(ana, options())
    commands.join(race.id, ben)
    commands.join(race.id, cleo)
    assert commands.leave(race.id, ana, who=ana).host == ben
    assert RaceRow.objects.get().host == ben


def test_the_last_to_leave_closes_the_room():
    ana = guest()
    race = commands.leave(commands.create(ana, options()).id, ana, who=ana)
    assert (race.status, race.closed_why) == ("closed", "empty")
    assert kinds(race) == ["created", "joined", "left", "closed"]
    assert code_of(commands.join, race.id, guest()) == "race-closed"
    assert commands.leave(race.id, ana, who=ana) == race


def test_leaving_without_a_seat_changes_nothing():
    race = commands.create(guest(), options())
    assert commands.leave(race.id, guest()) == race


def test_marks_are_set_and_taken_back():
    ana, ben = guests(2)
    race = commands.create(ana, options())
    assert commands.mark(race.id, ana, ready=True).seats[0].ready
    assert commands.mark(race.id, ana, ready=True).version == 3
    assert not commands.mark(race.id, ana, ready=False).seats[0].ready
    assert code_of(commands.mark, race.id, ben, ready=True) == "not-in"


def test_who_leaves_in_the_countdown_calls_it_off():
    ana, ben = guests(2)
    race = commands.create(ana, options())
    commands.join(race.id, ben)
    count_down(commands.find(race.id))
    race = commands.leave(race.id, ben, who=ben)
    assert (race.status, race.countdown_at) == ("open", None)
    assert kinds(race)[-2:] == ["left", "countdown-off"]


def test_who_is_not_ready_any_more_calls_the_countdown_off():
    ana, ben = guests(2)
    race = commands.create(ana, options())
    commands.join(race.id, ben)
    count_down(commands.find(race.id))
    assert commands.mark(race.id, ben, ready=False).status == "open"


def test_who_joins_in_the_countdown_holds_nobody_up():
    ana, ben, cleo = guests(3)
    race = commands.create(ana, options())
    commands.join(race.id, ben)
    count_down(commands.find(race.id))
    race = commands.join(race.id, cleo)
    assert (race.status, race.all_ready, len(race.seats)) == ("countdown", True, 3)


def test_nobody_joins_a_race_that_has_started():
    ana, ben, cleo = guests(3)
    race = commands.create(ana, options())
    commands.join(race.id, ben)
    race = started(commands.find(race.id))
    assert code_of(commands.join, race.id, cleo) == "race-started"
    assert commands.join(race.id, ben) == race
    assert code_of(commands.mark, race.id, ben, ready=False) == "race-started"


def test_who_leaves_a_race_before_its_cards_are_dealt_is_dealt_them_and_gives_up():
    ana, ben = guests(2)
    race = commands.create(ana, options())
    commands.join(race.id, ben)
    race = started(commands.find(race.id))
    assert commands.leave(race.id, ben, who=ben) == race
    dealt, closed = read_game(race.seat_of([ben]).game)
    assert (dealt.kind, dealt.who, closed.data) == ("dealt", ben, {"why": "left"})
    duties.deal(race, race.seats)  # whoever comes later with the cards deals only what is missing
    assert [len(read_game(seat.game)) for seat in race.seats] == [1, 2]
    assert commands.leave(race.id, ben, who=ben) == race


def test_nobody_is_in_two_races():
    ana, ben = guests(2)
    first, second = commands.create(ana, options()), commands.create(ben, options())
    for call in (lambda: commands.join(second.id, ana), lambda: commands.create(ana, options())):
        with pytest.raises(InAnother) as refused:
            call()
        assert refused.value.race_id == first.id
    commands.leave(first.id, ana, who=ana)
    assert players(commands.join(second.id, ana)) == [ben, ana]


def test_who_is_done_is_free_for_another_race():
    ana, ben = guests(2)
    race = commands.create(ana, options())
    commands.join(race.id, ben)
    race = started(commands.find(race.id))
    with pytest.raises(InAnother):
        commands.create(ana, options())
    commands.append(race, [NewEvent("gone", {"player": ana, "why": "absent"})])
    assert players(commands.create(ana, options())) == [ana]
    assert commands.current(ben) == race.id


def test_a_guest_who_logs_in_keeps_the_seat_and_gets_no_second():
    ana, ben = guest(), guest()
    name = account("Ana")
    race = commands.create(ben, options())
    commands.join(race.id, ana)
    absorb(Player.objects.get(pk=ana), Player.objects.get(pk=name))
    assert players(commands.join(race.id, name)) == [ben, ana]
    with pytest.raises(InAnother):
        commands.create(name, options())
    assert commands.mark(race.id, name, ready=True).seats[1].ready
    assert players(commands.leave(race.id, name, who=name)) == [ben]


def test_of_an_account_and_the_guest_it_absorbs_one_keeps_a_seat_in_one_room():
    ana, someone, ben = account("Ana"), guest(), guest()
    race = commands.create(ben, options())
    for player in (ana, someone):
        commands.join(race.id, player)
    absorb(Player.objects.get(pk=someone), Player.objects.get(pk=ana))
    assert players(commands.find(race.id)) == [ben, ana]


def test_a_game_that_goes_on_is_kept_by_who_logs_in_and_not_the_seat_in_a_room():
    ana, someone, ben = account("Ana"), guest(), guest()
    race = commands.create(ben, options(seats=2))
    commands.join(race.id, someone)
    room = commands.create(ana, options())
    at = room.created_at
    for player in (ben, someone):
        commands.mark(race.id, player, ready=True)
    begun = [NewEvent("countdown", {"at": at}), NewEvent("started", {"at": at, "ends_at": at + 60_000, "rated": False})]
    commands.append(commands.find(race.id), begun)
    absorb(Player.objects.get(pk=someone), Player.objects.get(pk=ana))
    assert commands.find(room.id).status == "closed"
    assert commands.current(ana) == race.id
    assert players(commands.find(race.id)) == [ben, someone]


@pytest.mark.parametrize("race_id", ["nosuchrace22", "", "\x00", "x" * 500, "a-b"])
def test_there_is_no_such_race(race_id: str):
    for call in (commands.find, lambda race_id: commands.join(race_id, "a")):
        with pytest.raises(NoSuchRace):
            call(race_id)


def test_against_pace_setters_one_is_enough_and_is_ready():
    lane = Lane("pace", pace="gold", moves=("d",), every_ms=1000)
    race = commands.create(guest(), options(seats=1, sealed=False), Deal.parse("KL1-D1N-AAAAAAG"), [lane])
    assert (race.all_ready, race.secret, RaceRow.objects.get().secrecy) == (True, True, "ghosts")
    assert code_of(commands.join, race.id, guest()) == "race-full"
