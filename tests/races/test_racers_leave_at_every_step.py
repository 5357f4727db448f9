"""Leaving is possible at every step, and does no harm to those who stay; equal racers share their place."""

from tests.races.racers import at_their_tables, in_their_room, kinds, logged, play_all, seat_racers, status

DECK = "KL1-D1N-AAAAAAG"


def test_leaving_the_room_frees_the_seat_and_coming_back_takes_another(race_site):
    racers = seat_racers(race_site, 3, code=DECK)
    _host, leaver, stayer = racers
    with in_their_room(racers):
        assert leaver.race.act("leave")["t"] == "done"
        assert len(stayer.race.until(lambda race: len(race["seats"]) == 2)["race"]["seats"]) == 2
        leaver.join(leaver.race_id)
        race = stayer.race.until(lambda race: len(race["seats"]) == 3)["race"]
        assert race["seats"][2]["player"] == leaver.race.until(lambda race: len(race["seats"]) == 3)["you"]["player"]


def test_leaving_in_the_countdown_calls_it_off_and_the_others_start_anew(race_site):
    racers = seat_racers(race_site, 3, code=DECK)
    with in_their_room(racers):
        for racer in racers:
            racer.race.act("ready")
        first = racers[1].race.until(status("countdown"))["race"]["countdown_at"]
        racers[0].race.act("leave")
        race = racers[1].race.until(lambda race: race["status"] == "started")["race"]
        assert race["started_at"] > first
        assert [seat["key"] for seat in race["seats"]] == ["0", "1"]
        for racer in racers[1:]:
            assert racer.race.act("leave")["t"] == "done"
        racers[1].race.until(status("settled"))
    assert kinds(race_site, racers[0].race_id).count("countdown-off") == 1


def test_not_being_ready_any_more_calls_it_off(race_site):
    racers = seat_racers(race_site, 2, code=DECK)
    with in_their_room(racers):
        for racer in racers:
            racer.race.act("ready")
        racers[0].race.until(status("countdown"))
        racers[1].race.act("unready")
        assert racers[0].race.until(status("open"))["race"]["countdown_at"] is None


def test_leaving_the_race_gives_the_game_up_and_the_other_goes_on(race_site):
    racers = seat_racers(race_site, 2, code=DECK)
    leaver, stayer = racers
    with at_their_tables(racers):
        play_all(stayer, ["d", "41"])
        assert leaver.race.act("leave")["t"] == "done"
        race = stayer.race.until(lambda race: race["seats"][0]["status"] is not None)["race"]
        assert (race["seats"][0]["status"], race["status"]) == ("resigned", "started")
        assert leaver.race.act("leave")["t"] == "done"  # once more has no second effect
        play_all(stayer, ["d", "x"])
        stayer.race.until(status("settled"))
    assert logged(race_site, f"game:{leaver.game_id}")[-1] == ("closed", {"why": "left"})


def test_what_cannot_be_is_said_with_its_reason(race_site):
    racers = seat_racers(race_site, 2, code=DECK)
    with at_their_tables(racers), racers[0].look() as second_tab:
        second_tab.hello()
        answer = second_tab.act("ready")
        assert (answer["t"], answer["code"]) == ("error", "race-started")
        answer = second_tab.act("start-over")
        assert (answer["t"], answer["code"]) == ("error", "not-settled")
        for racer in racers:
            play_all(racer, ["x"])
        racers[0].race.until(status("settled"))
        again = [racer.race.act("start-over") for racer in racers]
        assert [answer["t"] for answer in again] == ["done", "done"]
        assert again[0]["race"] == again[1]["race"] != racers[0].race_id


def test_equal_racers_share_their_place(race_site):
    racers = seat_racers(race_site, 4, code=DECK)
    with at_their_tables(racers):
        play_all(racers[1], ["d"] * 2)
        for racer in racers:
            play_all(racer, ["x"])
        places = racers[0].race.until(status("settled"))["race"]["places"]
    assert [place["place"] for place in places] == [1, 1, 1, 1]
    assert [place["home"] for place in places] == [0, 0, 0, 0]
