"""Who vanishes before the start loses the seat; who does nothing in the race, or is not there, is gone."""

import itertools
import time

from tests.races.racers import Racer, at_their_tables, in_their_room, kinds, logged, play_all, seat_racers, status

DECK = "KL1-D1N-AAAAAAG"


def places(race: dict) -> dict[str, str]:
    return {place["key"]: place["status"] for place in race["places"]}


def draw_until(racer: Racer, wished) -> dict:
    """Go on playing until the race is as wished."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        racer.table.play("d")
        try:
            return racer.race.until(wished, seconds=0.5)
        except TimeoutError:
            continue
    raise AssertionError(racer.race.now)


def idle_left_ms(race) -> int:
    """Ask how long is left until the race has heard of the deal and says so."""
    deadline = time.monotonic() + 3
    for sent in itertools.count():
        race.say(t="ping", v=1, sent=sent)
        pong = race.wait_for(lambda message: message["t"] == "pong")
        assert pong["sent"] == sent
        if "idle_left_ms" in pong:
            return pong["idle_left_ms"]
        assert time.monotonic() < deadline, "the race never says how long is left"
        time.sleep(0.05)
    raise AssertionError


def test_a_host_who_vanishes_passes_the_room_on(hasty_site):
    host, guest = seat_racers(hasty_site, 2, code=DECK)
    with in_their_room([guest]):
        with in_their_room([host]):
            assert guest.race.until(lambda race: len(race["seats"]) == 2)["race"]["host"] == "0"
        now = guest.race.until(lambda race: len(race["seats"]) == 1)
        assert now["you"] == {**now["you"], "host": True, "seat": "0"}
    assert ("left", {"player": logged(hasty_site, f"race:{host.race_id}")[0][1]["host"], "why": "vanished"}) in logged(
        hasty_site, f"race:{host.race_id}"
    )


def test_a_room_that_all_have_left_or_where_nothing_happens_closes(hasty_site):
    alone = Racer(hasty_site)
    alone.make_race(code=DECK)
    with in_their_room([alone]):
        race = alone.race.until(status("closed"))["race"]
        assert race["closed_why"] == "idle"
    (left,) = seat_racers(hasty_site, 1, code=DECK)
    with in_their_room([left]):
        left.race.act("leave")
        assert left.race.until(status("closed"))["race"]["closed_why"] == "empty"


def test_a_racer_who_does_nothing_is_told_how_long_is_left_and_then_gone(hasty_site):
    racers = seat_racers(hasty_site, 2, code=DECK)
    idle, busy = racers
    with at_their_tables(racers):
        assert 0 < idle_left_ms(idle.race) <= 4000
        race = draw_until(busy, lambda race: race["seats"][0]["gone"] is not None)["race"]
        assert race["seats"][0]["gone"] == "absent"
        assert idle.table.play("d")["t"] in ("stale", "refused", "events", "table")
        play_all(busy, ["x"])
        assert places(busy.race.until(status("settled"))["race"]) == {"0": "gone", "1": "resigned"}
    assert ("closed", {"why": "absent"}) in logged(hasty_site, f"game:{idle.game_id}")


def test_a_racer_without_a_connection_is_gone(hasty_site):
    racers = seat_racers(hasty_site, 2, code=DECK)
    away, there = racers
    with at_their_tables(racers):
        away.race.connection.close()
        away.table.connection.close()
        there.race.until(lambda race: not race["seats"][0]["connected"])
        race = draw_until(there, lambda race: race["seats"][0]["gone"] is not None)["race"]
        assert race["seats"][0]["gone"] == "disconnected"
        play_all(there, ["x"])
        there.race.until(status("settled"))


def test_who_is_at_the_table_is_there_though_nobody_looks_at_the_race(hasty_site):
    racers = seat_racers(hasty_site, 2, code=DECK)
    with at_their_tables(racers):
        for racer in racers:
            racer.race.connection.close()
        for _ in range(8):  # longer than `disconnected_s`
            time.sleep(0.5)
            for racer in racers:
                play_all(racer, ["d"])
        for racer in racers:
            play_all(racer, ["x"])
    with in_their_room(racers):
        assert places(racers[0].race.until(status("settled"))["race"]) == {"0": "resigned", "1": "resigned"}


def test_who_comes_back_in_time_keeps_the_seat(hasty_site):
    racers = seat_racers(hasty_site, 2, code=DECK)
    away, there = racers
    with at_their_tables(racers):
        play_all(away, ["d"])
        away.race.connection.close()
        away.table.connection.close()
        there.race.until(lambda race: not race["seats"][0]["connected"])
        with in_their_room([away]), away.socket(away.game_id) as away.table:
            assert there.race.until(lambda race: race["seats"][0]["connected"])["race"]["seats"][0]["gone"] is None
            away.table.hello()
            play_all(away, ["d", "x"])
            play_all(there, ["x"])
            race = away.race.until(status("settled"))["race"]
    assert places(race) == {"0": "resigned", "1": "resigned"}
    assert race["places"][0]["place"] == race["places"][1]["place"] == 1


def test_a_loss_that_is_not_undone_becomes_final(race_site, lost_game):
    racers = seat_racers(race_site, 2, code=lost_game["deal"])
    loser, undoer = racers
    moves = lost_game["moves"].split()
    with at_their_tables(racers):
        play_all(loser, moves)
        play_all(undoer, [*moves, "u"])
        race = loser.race.until(lambda race: race["seats"][0]["status"] is not None)["race"]
        assert (race["seats"][0]["status"], race["seats"][1]["status"]) == ("lost", None)
        play_all(undoer, ["x"])
        race = undoer.race.until(status("settled"))["race"]
    assert places(race) == {"0": "lost", "1": "resigned"}
    events = logged(race_site, f"race:{loser.race_id}")
    assert [data["status"] for kind, data in events if kind == "finished"] == ["lost", "resigned"]
    assert [kind for kind, _ in logged(race_site, f"game:{loser.game_id}")][-2:] == ["move", "closed"]
    assert kinds(race_site, loser.race_id).count("settled") == 1
