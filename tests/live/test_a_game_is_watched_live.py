"""Anybody may watch a game on a known code: as its player sees it, and all of it once it is over."""

from tests.live.browsers import Browser


def test_a_watcher_sees_what_the_player_sees_and_no_legal_moves(ana: Browser, ben: Browser):
    game = ana.deal()
    with ana.socket(game) as player, ben.socket(game) as watcher:
        mine, theirs = player.hello(), watcher.hello()
        assert (theirs["role"], theirs["view"], theirs["legal"]) == ("watcher", "owner", [])
        assert theirs["position"] == mine["position"]
        done = player.play("41")
        told = watcher.hear("events")
        assert told["events"] == done["events"]
        assert "legal" not in told


def test_the_cards_are_opened_once_the_game_is_over(ana: Browser, ben: Browser):
    game = ana.deal()
    with ana.socket(game) as player, ben.socket(game) as watcher:
        player.hello()
        watcher.hello()
        player.play("x")
        assert watcher.hear("events")["events"][0]["status"] == "resigned"
        table = watcher.hear("table")
        assert (table["view"], table["over"], table["v"]) == ("all", True, 2)
        assert table["position"]["columns"][1] == ["ac", "4C"]
        assert len(table["position"]["stock"]) == 24


def test_a_lost_game_stays_closed_to_watchers_until_its_player_leaves_it(ana: Browser, ben: Browser, lost_game: dict):
    game = ana.deal(lost_game["deal"])
    with ana.socket(game) as player, ben.socket(game) as watcher:
        player.hello()
        assert watcher.hello()["view"] == "owner"
        for move in lost_game["moves"].split():
            done = player.play(move)
        assert done["events"][0]["status"] == "lost"
        assert done["legal"] == ["u"]
        while watcher.hear("events")["v"] < done["v"]:
            pass
        ana.deal(lost_game["deal"], leave=game)
        closed = watcher.hear("events")["events"][0]
        assert (closed["kind"], closed["why"], closed["status"]) == ("closed", "left", "lost")
        assert watcher.hear("table")["view"] == "all"
        assert player.hear("events")["events"] == [closed]
        assert player.hear("table")["over"]


def test_somebody_without_any_session_may_watch(ana: Browser, ben: Browser):
    game = ana.deal()
    with ben.socket(game, cookie="nothing=here") as watcher:
        assert watcher.hello()["role"] == "watcher"


def test_a_watcher_who_has_some_of_it_gets_the_rest(ana: Browser, ben: Browser):
    game = ana.deal()
    with ana.socket(game) as player:
        player.hello()
        for _ in range(4):
            player.play("d")
        with ben.socket(game) as watcher:
            assert [event["v"] for event in watcher.hello(after=3)["events"]] == [4, 5]
