"""What has ended stays ended, however it ended."""

from tests.live.browsers import Browser


def test_nothing_is_played_in_a_game_given_up(ana: Browser):
    with ana.socket(ana.deal()) as socket:
        socket.hello()
        socket.play("x")
        socket.hear("table")
        for move in ("d", "u", "x", "h"):
            refused = socket.play(move)
            assert (refused["t"], refused["code"], refused["v"]) == ("refused", "game-over", 2)


def test_a_lost_game_takes_an_undo_and_nothing_else(ana: Browser, lost_game: dict):
    with ana.socket(ana.deal(lost_game["deal"])) as socket:
        socket.hello()
        for move in lost_game["moves"].split():
            done = socket.play(move)
        assert done["events"][0]["status"] == "lost"
        assert socket.play("x")["code"] == "game-over"
        undone = socket.play("u")
        assert undone["events"][0]["status"] == "playing"
        assert socket.play("x")["events"][0]["status"] == "resigned"
