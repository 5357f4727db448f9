"""What a race makes of a game's socket: waiting for the cards, what is switched off, who may sit there."""

import pytest

from tests.live.browsers import Browser
from tests.races.racers import Racer, at_their_tables, hear_cards, in_their_room, seat_racers, status


def error(browser: Browser, game_id: str) -> tuple[str, int]:
    """Why a socket to a game is closed, and with which code."""
    with browser.socket(game_id) as socket:
        return socket.hear("error")["code"], socket.closed()


def until_open(racer: Racer) -> dict:
    """Hear what a racer's table is sent until all cards are shown."""
    while True:
        message = racer.table.hear()
        if message["t"] == "table" and message["view"] == "all":
            return message


def test_before_the_start_a_player_waits_and_no_move_counts(race_site):
    ana, _ben = racers = seat_racers(race_site, 2)
    with in_their_room(racers), ana.socket(ana.game_id) as table:
        waiting = table.hello()
        assert (waiting["t"], waiting["start"]) == ("wait", None)
        assert abs(waiting["now"] - ana.race.now["now"]) < 5_000
        refused = table.play("d")
        assert (refused["t"], refused["code"], refused["v"]) == ("refused", "not-started", 0)
        assert refused["text"] == "The race has not started yet: the cards come with the start."
        table.say(t="ping", v=0)
        assert table.hear("pong")["v"] == 0
        for racer in racers:
            racer.race.act("ready")
        start = ana.race.until(lambda race: race["countdown_at"])["race"]["countdown_at"]
        assert table.hello()["start"] == start
        ana.table = table
        cards = hear_cards(ana)
        assert (cards["v"], cards["role"], cards["view"]) == (1, "player", "owner")
        assert 0 <= cards["now"] < 10_000, "the clock runs from the start"
        assert table.play("d")["t"] == "done"


def test_the_cards_come_to_every_tab_that_waits(race_site):
    ana, _ben = racers = seat_racers(race_site, 2)
    with in_their_room(racers), ana.socket(ana.game_id) as one, ana.socket(ana.game_id) as other:
        one.hello()
        other.hello()
        for racer in racers:
            racer.race.act("ready")
        assert one.hear("table")["v"] == other.hear("table")["v"] == 1
        done = one.play("d")
        assert done["t"] == "done"
        assert other.hear("events")["v"] == 2


def test_a_seat_is_open_to_its_player_alone_and_none_is_where_nobody_sits(race_site):
    ana, ben = racers = seat_racers(race_site, 2)
    with in_their_room(racers):
        assert error(ben, ana.game_id) == error(Browser(race_site), ana.game_id) == ("sealed", 4403)
        assert error(ana, "nosuchgame22") == ("no-such-game", 4404)
        seat = ben.game_id
        ben.race.act("leave")
        assert error(ben, seat) == ("no-such-game", 4404)


def test_a_sealed_game_is_open_to_its_player_alone_until_the_race_has_settled(race_site):
    ana, ben = racers = seat_racers(race_site, 2, sealed="on")
    with at_their_tables(racers):
        for other in (ben, Browser(race_site)):
            assert error(other, ana.game_id) == ("sealed", 4403)
        ana.table.play("x")
        while (message := ana.table.hear())["t"] != "table":
            pass
        assert (message["over"], message["view"], message["game"]["code"]) == (True, "owner", None)
        for other in (ben, Browser(race_site)):
            assert error(other, ana.game_id) == ("sealed", 4403)
        ben.table.play("x")
        opened = [until_open(racer) for racer in racers]
        code = ana.race.until(status("settled"))["race"]["code"]
        assert code is not None
        assert [table["game"]["code"] for table in opened] == [code, code]
        with Browser(race_site).socket(ana.game_id) as watcher:
            seen = watcher.hello()
            assert (seen["view"], seen["game"]["code"], seen["game"]["race"]) == ("all", code, ana.race_id)


def test_on_a_known_code_others_watch_and_rivals_do_not(race_site):
    ana, ben = racers = seat_racers(race_site, 2, code="KL1-D1N-AAAAAAG")
    with at_their_tables(racers):
        assert error(ben, ana.game_id) == ("sealed", 4403)
        with Browser(race_site).socket(ana.game_id) as watcher:
            seen = watcher.hello()
            assert (seen["role"], seen["view"], seen["legal"]) == ("watcher", "owner", [])
            assert seen["game"]["code"] == "KL1-D1N-AAAAAAG"
            ana.table.play("x")
            watcher.hear("events")
            ended = watcher.hear("table")
            assert (ended["over"], ended["view"]) == (True, "owner"), "the others still play these cards"
            ben.table.play("x")
            assert watcher.hear("table")["view"] == "all"


@pytest.mark.parametrize(("moves", "field", "code"), [("uy", "undo", "undo-off"), ("h", "hints", "hints-off")])
def test_what_the_race_has_switched_off_is_refused_and_not_offered(race_site, moves, field, code):
    ana, _ben = racers = seat_racers(race_site, 2, sealed="on", **{field: ""})
    with at_their_tables(racers):
        done = ana.table.play("d")
        assert not set(moves) & set(done["legal"])
        assert {"u", "h"} - set(moves) <= set(done["legal"])
        for move in moves:
            refused = ana.table.play(move)
            assert (refused["t"], refused["code"], refused["v"]) == ("refused", code, 2)
        snapshot = ana.table.hello()
        assert not set(moves) & set(snapshot["legal"])
        assert snapshot["undo"] == (field != "undo")
