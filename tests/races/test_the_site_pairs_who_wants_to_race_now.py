"""*Race now*: who is paired with whom, and when it counts for ratings."""

import pytest
from django.test import Client

from solitaire.live.table import now_ms
from solitaire.log import store
from solitaire.log.event import NewEvent
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from solitaire.races import commands, pairing, ratings
from solitaire.races.commands import InAnother, Way
from solitaire.races.models import Flag, Pulse, RaceRow, Rating, SeatRow
from solitaire.races.neighbours import report
from solitaire.races.pairing import COMMON_WAY, race_now, rated_at_start
from solitaire.races.race import BadOptions, NotNow, Race, hash_of, stream_of
from tests.races.people import account, at_once, browser_of, guest, guests, kinds, options, players

pytestmark = pytest.mark.usefixtures("database")


def start(race: Race, *, rated: bool) -> Race:
    at = now_ms()
    race = commands.append(race, [NewEvent("countdown", {"at": at})])
    return commands.append(race, [NewEvent("started", {"at": at, "ends_at": at + 60_000, "rated": rated})])


def meet(one: str, other: str, *, rated: bool = True) -> None:
    """Let two have a race with each other, to its end."""
    race_now(one, COMMON_WAY)
    race = start(race_now(other, COMMON_WAY), rated=rated)
    for player in (one, other):
        race = commands.append(race, [gone(player)])


def gone(player: str) -> NewEvent:
    return NewEvent("gone", {"player": player, "why": "absent"})


def test_two_who_want_the_same_way_meet():
    ana, ben = guests(2)
    race = race_now(ana, COMMON_WAY)
    assert players(race) == [ana]
    assert race_now(ben, COMMON_WAY).id == race.id
    assert (race.options.sealed, race.hash, race.deal.kind) == (True, hash_of(race.code), "2")


def test_who_wants_another_way_waits_for_another():
    ana, ben = guests(2)
    assert race_now(ana, COMMON_WAY).id != race_now(ben, Way("KL", 3, "N")).id


@pytest.mark.parametrize("way", [Way("KL", 2, "N"), Way("ZZ", 1, "N"), Way("TF", 1, "V")])
def test_there_is_no_such_way(way: Way):
    with pytest.raises(BadOptions):
        race_now(guest(), way)


def test_who_seeks_again_is_where_they_were():
    ana, ben = guests(2)
    race = race_now(ana, COMMON_WAY)
    assert race_now(ana, COMMON_WAY) == race
    race_now(ben, COMMON_WAY)
    assert players(race_now(ana, COMMON_WAY)) == [ana, ben]


def test_who_is_elsewhere_is_told_where():
    ana = guest()
    race = commands.create(ana, options())
    with pytest.raises(InAnother) as refused:
        race_now(ana, COMMON_WAY)
    assert refused.value.race_id == race.id


def test_who_has_waited_longest_is_first():
    ana, ben, cleo, dora = guests(4)
    first = race_now(ana, COMMON_WAY)
    race_now(ben, COMMON_WAY)
    second = race_now(cleo, COMMON_WAY)
    commands.leave(first.id, ana, who=ana)  # now ben and cleo wait, ben in the older room
    assert second.id != first.id
    assert players(race_now(dora, COMMON_WAY)) == [ben, dora]


def test_two_who_are_left_alone_are_brought_together():
    ana, ben, cleo, dora = guests(4)
    first = race_now(ana, COMMON_WAY)
    race_now(ben, COMMON_WAY)
    second = race_now(cleo, COMMON_WAY)
    race_now(dora, Way("KL", 3, "N"))
    commands.leave(first.id, ana, who=ana)
    pairing.bring_together()
    pairing.bring_together()
    assert players(commands.find(first.id)) == [ben, cleo]
    assert commands.find(second.id).status == "closed"
    assert browser_of(cleo).get(f"/race/{second.id}")["Location"] == f"/race/{first.id}"
    assert commands.find(commands.current(dora)).status == "open"


def test_all_processes_bring_together_at_once():
    people = guests(6)
    for one, other, third in (people[:3], people[3:]):
        race_now(one, COMMON_WAY)
        race = race_now(other, COMMON_WAY)
        race_now(third, COMMON_WAY)
        commands.leave(race.id, other, who=other)
    assert at_once(*[pairing.bring_together] * 4) == [None] * 4
    pairing.bring_together()
    seated = [people[index] for index in (0, 2, 3, 5)]
    rooms = {commands.current(player) for player in seated}
    assert len(rooms) == 2
    assert all(len(commands.find(room).seats) == 2 for room in rooms)


def test_a_seeker_who_has_vanished_is_no_trap():
    ana, ben = guests(2)
    race = race_now(ana, COMMON_WAY)
    site_is_up(since=0)
    SeatRow.objects.update(seen_at=now_ms() - 60_000)
    assert players(race_now(ben, COMMON_WAY)) == [ben]
    assert kinds(race) == ["created", "joined", "left", "closed"]
    assert commands.current(ana) is None


def test_a_seeker_who_could_not_be_there_while_the_site_was_away_has_not_vanished():
    ana, ben = guests(2)
    race_now(ana, COMMON_WAY)
    site_is_up(since=now_ms() - 2_000)
    SeatRow.objects.update(seen_at=now_ms() - 60_000)
    assert players(race_now(ben, COMMON_WAY)) == [ana, ben]


def site_is_up(since: int) -> None:
    Pulse.objects.create(process="one", since=since, at=now_ms())


def test_a_room_of_the_site_is_entered_by_its_door_alone():
    ana, ben = guests(2)
    race = race_now(ana, COMMON_WAY)
    with pytest.raises(NotNow) as refused:
        commands.join(race.id, ben)
    assert refused.value.code == "quick"
    with pytest.raises(NotNow):
        commands.mark(race.id, ana, ready=True)


def test_two_accounts_are_rated_and_guests_are_not():
    ana, ben, someone = account("Ana"), account("Ben"), guest()
    race_now(ana, COMMON_WAY)
    assert rated_at_start(race_now(ben, COMMON_WAY))
    commands.leave(commands.current(ben), ben, who=ben)
    assert not rated_at_start(race_now(someone, COMMON_WAY))


def test_a_room_that_somebody_has_made_is_never_rated():
    ana, ben = account("Ana"), account("Ben")
    race = commands.create(ana, options(seats=2))
    assert not rated_at_start(commands.join(race.id, ben))


def test_an_account_is_not_rated_against_the_guest_it_was():
    ana, someone = account("Ana"), guest()
    race_now(ana, COMMON_WAY)
    race = race_now(someone, COMMON_WAY)
    absorb(Player.objects.get(pk=someone), Player.objects.get(pk=ana))
    assert not rated_at_start(race)


def test_the_same_two_are_rated_three_times_a_day():
    ana, ben, cleo = account("Ana"), account("Ben"), account("Cleo")
    for _ in range(3):
        race_now(ana, COMMON_WAY)
        assert rated_at_start(race_now(ben, COMMON_WAY))
        commands.leave(commands.current(ana), ana, who=ana)
        commands.leave(commands.current(ben), ben, who=ben)
        meet(ana, ben)
    race_now(ana, COMMON_WAY)
    assert not rated_at_start(race_now(ben, COMMON_WAY))
    commands.leave(commands.current(ben), ben, who=ben)
    assert rated_at_start(race_now(cleo, COMMON_WAY))


def test_who_takes_a_seat_as_a_guest_and_logs_in_is_rated_as_the_account():
    ana, ben = account("Ana"), account("Ben")
    for _ in range(3):
        someone = guest()
        race_now(ana, COMMON_WAY)
        race = race_now(someone, COMMON_WAY)
        absorb(Player.objects.get(pk=someone), Player.objects.get(pk=ben))
        assert rated_at_start(race)
        race = start(race, rated=True)
        race = commands.append(race, [gone(ana), gone(someone)])
        places = [{"player": someone, "place": 1}, {"player": ana, "place": 2}]
        ratings.rate(commands.append(race, [NewEvent("settled", {"at": now_ms(), "places": places})]))
        assert set(Rating.objects.values_list("player", flat=True)) == {ana, ben}
    assert [change.player_id for change in ratings.changes_of_race(race.id)] == [ben, ana]
    race_now(ana, COMMON_WAY)
    assert not rated_at_start(race_now(ben, COMMON_WAY))


def test_races_of_yesterday_and_friendly_ones_do_not_count():
    ana, ben = account("Ana"), account("Ben")
    for _ in range(3):
        meet(ana, ben)
    RaceRow.objects.update(starts_at=now_ms() - 86_400_000)
    for _ in range(2):
        meet(ana, ben, rated=False)
    race_now(ana, COMMON_WAY)
    assert rated_at_start(race_now(ben, COMMON_WAY))


# --- from one address ---


def seek(player: str, address: str) -> None:
    answer = browser_of(player, REMOTE_ADDR=address).post("/race/now")
    assert answer.status_code == 303


def pair_from(one: str, other: str) -> Race:
    ana, ben = account("Ana"), account("Ben")
    seek(ana, one)
    seek(ben, other)
    race = commands.find(commands.current(ana))
    assert players(race) == [ana, ben]
    return race


@pytest.mark.parametrize(("one", "other"), [("192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8::2")])
def test_two_from_one_address_are_flagged(one: str, other: str):
    race = start(pair_from(one, other), rated=True)
    report(race)
    report(race)
    assert {flag.player_id for flag in Flag.objects.all()} == set(players(race))
    assert {(flag.race, flag.kind) for flag in Flag.objects.all()} == {(race.id, "same-address")}


def test_two_from_different_addresses_are_not():
    report(start(pair_from("192.0.2.1", "192.0.2.2"), rated=True))
    assert not Flag.objects.exists()


def test_friendly_races_flag_nobody():
    report(start(pair_from("192.0.2.1", "192.0.2.1"), rated=False))
    assert not Flag.objects.exists()


def test_the_address_is_kept_as_a_hash_and_forgotten_when_the_race_is_over():
    race = pair_from("192.0.2.1", "192.0.2.1")
    networks = set(SeatRow.objects.values_list("network", flat=True))
    assert len(networks) == 1
    assert "192" not in networks.pop()
    assert "192.0.2" not in str(store.read(stream_of(race.id)))
    commands.append(race, [NewEvent("closed", {"why": "idle"})])
    assert list(SeatRow.objects.values_list("network", flat=True)) == ["", ""]


def test_another_race_has_another_hash():
    ana = account("Ana")
    browser = browser_of(ana, REMOTE_ADDR="192.0.2.1")
    seen = set()
    for _ in range(2):
        browser.post("/race/now")
        seen |= set(SeatRow.objects.values_list("network", flat=True))
        commands.leave(commands.current(ana), ana, who=ana)
    assert len(seen) == 2


def test_looking_makes_nobody_a_guest():
    browser = Client()
    assert browser.get("/race").status_code == 200
    assert not browser.cookies.get("sessionid")
    assert pairing.COMMON_WAY == ("KL", 1, "N")
