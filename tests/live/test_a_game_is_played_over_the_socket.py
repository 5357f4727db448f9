"""A guest is dealt a game and plays it, move by move, each answered once it is in the log."""

from tests.live.browsers import Browser


def test_hello_brings_the_table_as_it_was_dealt(ana: Browser):
    with ana.socket(ana.deal("kl1 d1n aaaaaag")) as socket:
        table = socket.hello()
    assert table["t"] == "table"
    assert table["game"]["code"] == "KL1-D1N-AAAAAAG"
    assert (table["role"], table["view"], table["v"], table["at"]) == ("player", "owner", 1, 0)
    assert table["position"]["columns"][1] == ["??", "4C"]
    assert table["position"]["stock"] == 24
    assert table["legal"] == ["d", "41x1", "65x1", "x", "h"]
    assert (table["over"], table["stuck"], table["undo"], table["redo"]) == (False, False, False, False)


def test_a_move_is_answered_with_what_changed_and_what_is_legal_now(ana: Browser):
    with ana.socket(ana.deal()) as socket:
        socket.hello()
        done = socket.play("41")
    assert (done["t"], done["after"], done["v"]) == ("done", 1, 2)
    (event,) = done["events"]
    assert (event["v"], event["kind"], event["move"]) == (2, "move", "41")
    assert event["carry"] == [{"from": "4", "to": "1", "cards": ["9S"]}]
    assert event["turn"] == {"pile": "4", "card": "9H", "up": True}
    assert 0 <= event["at"] <= done["now"]
    assert "u" in done["legal"]


def test_a_refused_move_is_answered_with_the_rule_and_its_words(ana: Browser):
    with ana.socket(ana.deal()) as socket:
        socket.hello()
        refused = socket.play("52")
        assert refused["t"] == "refused"
        assert refused["code"] == "wrong-colour"
        assert refused["text"] == "Black goes on red: the 3♣ needs a red 4."
        assert refused["pile"] == "2"
        assert refused["v"] == 1
        assert socket.play("d")["t"] == "done"


def test_commands_sent_without_waiting_are_answered_in_order(ana: Browser):
    with ana.socket(ana.deal()) as socket:
        socket.hello()
        for after in range(1, 13):
            socket.say(t="move", id=f"command-{after}", after=after, move="d")
        answers = [socket.hear("done") for _ in range(12)]
    assert [answer["id"] for answer in answers] == [f"command-{after}" for after in range(1, 13)]
    assert [answer["v"] for answer in answers] == list(range(2, 14))


def test_undo_redo_hint_and_resign_are_moves(ana: Browser):
    with ana.socket(ana.deal()) as socket:
        socket.hello()
        for move in ("41", "u", "y", "h"):
            assert socket.play(move)["t"] == "done"
        socket.hear("hints")
        resigned = socket.play("x")
        assert resigned["events"][0]["status"] == "resigned"
        assert resigned["legal"] == []
        assert socket.hear("table")["over"]


def test_a_won_game_is_played_to_its_end(ana: Browser, won_game: dict):
    with ana.socket(ana.deal(won_game["deal"])) as socket:
        socket.hello()
        for move in won_game["moves"].split():
            done = socket.play(move)
            assert done["t"] == "done", done
        assert done["events"][0]["status"] == "won"
        end = socket.hear("table")
        assert (end["over"], end["view"], end["now"]) == (True, "all", end["at"])
        refused = socket.play("u")
        assert (refused["t"], refused["code"]) == ("refused", "game-over")


def test_a_ping_is_answered_with_the_games_version(ana: Browser):
    with ana.socket(ana.deal()) as socket:
        socket.hello()
        socket.play("d")
        socket.say(t="ping", v=2)
        pong = socket.hear("pong")
    assert pong["v"] == 2
    assert pong["now"] >= 0
