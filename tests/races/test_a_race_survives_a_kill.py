"""The server may be killed at any moment of a race: whatever was confirmed is there, and the race settles once."""

import time

from tests.races.racers import (
    at_their_tables,
    hear_cards,
    in_their_room,
    kinds,
    logged,
    play_all,
    seat_racers,
    status,
)

DECK = "KL1-D1N-AAAAAAG"
MOVES = ["d", "41", "d", "d", "65"]


def test_killed_in_the_countdown_it_counts_down_anew(own_race_site):
    site = own_race_site
    racers = seat_racers(site, 2, code=DECK)
    with in_their_room(racers):
        for racer in racers:
            racer.race.act("ready")
        before = racers[0].race.until(status("countdown"))["race"]["countdown_at"]
        site.kill()
    assert "started" not in kinds(site, racers[0].race_id)
    site.start()
    with in_their_room(racers):
        again = racers[0].race.until(lambda race: race["countdown_at"] > before)["race"]
        assert again["countdown_at"] > again["created_at"]
        for racer in racers:
            with racer.socket(racer.game_id) as racer.table:
                racer.table.say(t="hello", after=0)
                hear_cards(racer)
                play_all(racer, MOVES)
        started_at = racers[0].race.until(status("started"))["race"]["started_at"]
        assert started_at == racers[1].race.until(status("started"))["race"]["started_at"]
        assert started_at >= again["countdown_at"]
        for racer in racers:
            with racer.socket(racer.game_id) as racer.table:
                assert racer.table.hello()["position"]["moves"] == len(MOVES)
                play_all(racer, ["x"])
        racers[0].race.until(status("settled"))
    assert kinds(site, racers[0].race_id).count("settled") == 1
    counted = [data["at"] for kind, data in logged(site, f"race:{racers[0].race_id}") if kind == "countdown"]
    assert started_at == counted[-1]


def test_killed_in_mid_race_it_goes_on_with_every_confirmed_move(own_race_site):
    site = own_race_site
    racers = seat_racers(site, 2, code=DECK)
    ana, ben = racers
    with at_their_tables(racers):
        play_all(ana, MOVES)
        play_all(ben, MOVES[:3])
        site.kill()
    site.start()
    with in_their_room(racers):
        assert ana.race.now["race"]["seats"][0]["lane"]["moves"] == len(MOVES)
        for racer, played in ((ana, MOVES), (ben, MOVES[:3])):
            with racer.socket(racer.game_id) as racer.table:
                assert racer.table.hello()["position"]["moves"] == len(played)
                play_all(racer, ["d", "x"])
            moves = [data for kind, data in logged(site, f"game:{racer.game_id}") if kind == "move"]
            assert moves == [*played, "d", "x"]
        ana.race.until(status("settled"))
    assert kinds(site, ana.race_id).count("settled") == 1


def test_killed_in_the_second_of_its_limit_it_settles_as_of_the_limit(short_race_site):
    site = short_race_site
    racers = seat_racers(site, 2, code=DECK)
    ana, ben = racers
    with at_their_tables(racers):
        ends_at = ana.race.now["race"]["ends_at"]
        play_all(ana, MOVES)
        play_all(ben, MOVES[:2])
        while time.time() * 1000 < ends_at - 500:
            ben.table.play("d")
            time.sleep(0.2)
        site.kill()
    confirmed = {racer.key: logged(site, f"game:{racer.game_id}") for racer in racers}
    assert all(kind != "closed" for events in confirmed.values() for kind, _ in events)
    while time.time() * 1000 < ends_at + 500:
        time.sleep(0.1)
    site.start()
    with in_their_room(racers):
        race = ana.race.until(status("settled"))["race"]
    assert race["settled_at"] == ends_at
    assert {place["status"] for place in race["places"]} == {"time-up"}
    for place in race["places"]:
        assert place["moves"] == len(confirmed[place["key"]]) - 1
        assert place["time_ms"] == ends_at - race["started_at"]
    for racer in racers:
        assert logged(site, f"game:{racer.game_id}") == [*confirmed[racer.key], ("closed", {"why": "race"})]
    assert kinds(site, ana.race_id).count("settled") == 1


def test_nobody_has_to_come_for_a_race_to_settle(short_race_site):
    site = short_race_site
    racers = seat_racers(site, 2, code=DECK)
    with at_their_tables(racers):
        play_all(racers[0], MOVES)
        ends_at = racers[0].race.now["race"]["ends_at"]
    site.kill()
    while time.time() * 1000 < ends_at:
        time.sleep(0.1)
    site.start()
    deadline = time.monotonic() + 10
    while "settled" not in kinds(site, racers[0].race_id):
        assert time.monotonic() < deadline
        time.sleep(0.1)
