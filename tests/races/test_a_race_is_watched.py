"""Anybody may watch a race: coalesced frames of what the views allow, and never more."""

import json
import socket as sockets
import time

import pytest

from tests.races.racers import Racer, at_their_tables, play_all, seat_racers, status

DECK = "KL1-D1N-AAAAAAG"
MOVES = ["41", "d", "d", "65", "d", "d", "d", "d"]


def test_a_watcher_gets_at_most_ten_frames_a_second_and_the_last_word(race_site):
    racers = seat_racers(race_site, 2, code=DECK)
    watcher = Racer(race_site)
    with at_their_tables(racers), watcher.look(racers[0].race_id) as watching:
        begun = time.monotonic()
        now = watching.hello()
        assert (now["you"]["seat"], now["you"]["game"]) == (None, None)
        racers[0].race.wait_for(lambda message: message.get("watching") == 1)
        for _ in range(5):
            for racer in racers:
                play_all(racer, ["d", "d"])
        frames = []

        def all_there(message: dict) -> bool:
            frames.append(message["t"])
            return all(seat["lane"]["moves"] == 10 for seat in watching.now["race"]["seats"])

        watching.wait_for(all_there)
        assert frames.count("lanes") <= 10 * (time.monotonic() - begun) + 1
        lane = watching.now["race"]["seats"][0]["lane"]
        assert lane == {**lane, "v": 11, "home": 0, "status": "playing", "place": 1}
        assert set(lane["table"]) == {"columns", "rest", "home", "moves", "status"}
        for racer in racers:
            play_all(racer, ["x"])
        watching.until(status("settled"))


def test_the_chart_grows_with_the_cards_that_come_home(race_site, won_game):
    racers = seat_racers(race_site, 2, code=won_game["deal"])
    with at_their_tables(racers):
        play_all(racers[0], won_game["moves"].split()[:6])
        with racers[1].look() as late:
            race = late.hello()["race"]
        chart = race["chart"]["0"]
        assert [home for _, home in chart] == list(range(len(chart)))
        assert chart[-1][1] == race["seats"][0]["lane"]["home"] > 0
        assert [at for at, _ in chart] == sorted(at for at, _ in chart)
        for racer in racers:
            play_all(racer, ["x"])
        final = racers[1].race.until(status("settled"))["race"]
        assert final["chart"]["0"] == chart
        home_at = next(place["home_at"] for place in final["places"] if place["key"] == "0")
        assert home_at == chart[-1][0]


def test_nothing_of_a_sealed_deck_is_sent_to_those_who_watch(race_site):
    racers = seat_racers(race_site, 2, sealed="on")
    watcher = Racer(race_site)
    with at_their_tables(racers), watcher.look(racers[0].race_id) as watching:
        watching.hello()
        texts = [json.dumps(watching.now)]
        play_all(racers[0], ["d", "d"])
        for looker in (watching, racers[1].race):
            looker.until(lambda race: (race["seats"][0]["lane"] or {}).get("moves") == 2)
            lane = looker.now["race"]["seats"][0]["lane"]
            assert (lane["home"], lane["status"]) == (0, "playing")
            assert lane["table"]["columns"] == [[down, 1] for down in range(7)]
        texts.append(json.dumps(watching.now))
        for racer in racers:
            play_all(racer, ["x"])
        code = watching.until(status("settled"))["race"]["code"]
    assert code.startswith("KL2-")
    assert not any(code in text for text in texts)


def test_a_watcher_who_does_not_read_is_sent_the_whole_race_later(race_site):
    racers = seat_racers(race_site, 2, code=DECK)
    watcher = Racer(race_site)
    with at_their_tables(racers), watcher.look(racers[0].race_id) as watching:
        raw = watching.connection.socket
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        watching.hello()
        for racer in racers:
            play_all(racer, ["d"] * 5)
        watching.until(lambda race: all(seat["lane"]["moves"] == 5 for seat in race["seats"]))


@pytest.mark.parametrize(
    ("frame", "code", "closes"),
    [
        ("{", "not-json", 4400),
        ('{"t":"move"}', "unknown-type", None),
        ('{"t":"act","id":"12345678","what":"win"}', "bad-message", None),
        ('{"t":"act","id":"12345678","what":"ready"}', "not-in", None),
        ('{"t":"hello","x":"' + "x" * 2100 + '"}', "too-large", 4413),
    ],
)
def test_a_bad_message_gets_a_typed_error(race_site, frame, code, closes):
    racer = Racer(race_site)
    race_id = racer.make_race()
    with Racer(race_site).look(race_id) as watching:
        watching.send(frame)
        error = watching.hear("error")
        assert error["code"] == code
        assert error["text"]
        if closes:
            assert watching.closed() == closes


def test_a_race_that_is_none_is_not_there(race_site):
    with Racer(race_site).look("nosuchrace23") as nothing:
        assert nothing.hear("error")["code"] == "no-such-race"
        assert nothing.closed() == 4404


def test_too_much_at_once_is_refused(race_site):
    with Racer(race_site).look(Racer(race_site).make_race()) as watching:
        for _ in range(260):
            watching.send('{"t":"ping"}')
        codes = set()
        while "too-many" not in codes:
            codes.add(watching.hear().get("code"))
        assert watching.closed() == 4429


def test_the_lobby_is_live(race_site):
    with Racer(race_site).open("/ws/lobby") as lobby:
        lobby.say(t="hello")
        assert lobby.hear("lobby").keys() == {"t", "now", "rooms", "waiting", "running", "games"}
        race_id = Racer(race_site).make_race(public="on", code=DECK)
        while race_id not in [room["id"] for room in lobby.hear("lobby")["rooms"]]:
            pass
        lobby.say(t="ping", sent=3)
        pong = lobby.hear()
        while pong["t"] == "lobby":
            pong = lobby.hear()
        assert pong["sent"] == 3
