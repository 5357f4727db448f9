"""The game goes on from the version a browser has: nothing lost, nothing twice, no page reload."""

from tests.live.browsers import Browser


def test_hello_after_a_version_brings_what_came_since(ana: Browser):
    game = ana.deal()
    with ana.socket(game) as socket:
        socket.hello()
        for move in ("41", "d", "d"):
            socket.play(move)
    with ana.socket(game) as socket:
        events = socket.hello(after=2)
        assert (events["t"], events["after"], events["v"]) == ("events", 2, 4)
        assert [event["move"] for event in events["events"]] == ["d", "d"]
        assert "u" in events["legal"]
        assert socket.play("u")["v"] == 5


def test_hello_at_the_latest_version_brings_no_events_but_the_legal_moves(ana: Browser):
    game = ana.deal()
    with ana.socket(game) as socket:
        legal = socket.hello()["legal"]
    with ana.socket(game) as socket:
        events = socket.hello(after=1)
    assert (events["t"], events["v"], events["events"], events["legal"]) == ("events", 1, [], legal)


def test_a_long_absence_is_made_up_in_several_messages(ana: Browser):
    game = ana.deal()
    with ana.socket(game) as socket, ana.socket(game) as other:
        socket.hello()
        for move in ("d", "u") * 50:
            socket.play(move)
        parts = [other.hello(after=1)]
        while parts[-1]["v"] < 101:
            parts.append(other.hear("events"))
        assert [event["v"] for part in parts for event in part["events"]] == list(range(2, 102))
        assert [("legal" in part) for part in parts] == [False, False, False, True]
        stale = other.play("d", after=1)
        assert (stale["t"], stale["v"]) == ("stale", 33)
        while other.version < 101:
            last = other.hear("events")
        assert last["legal"] == parts[-1]["legal"]


def test_an_unanswered_command_sent_again_has_one_effect(ana: Browser):
    game = ana.deal()
    with ana.socket(game) as socket:
        socket.hello()
        first = socket.play("41", command="sent-twice")
    with ana.socket(game) as socket:
        again = socket.play("41", after=1, command="sent-twice")
        assert again["t"] == "done"
        assert again["events"] == first["events"]
        assert socket.hello(after=2)["events"] == []


def test_the_end_of_a_game_is_told_to_whoever_missed_it(ana: Browser):
    game = ana.deal()
    with ana.socket(game) as socket:
        socket.hello()
        socket.play("x")
    with ana.socket(game) as socket:
        assert socket.hello(after=1)["events"][0]["status"] == "resigned"
        assert socket.hear("table")["view"] == "all"


def test_the_page_is_reached_again_by_its_address(ana: Browser):
    game = ana.deal()
    assert ana.get(f"/game/{game}").status == 200
