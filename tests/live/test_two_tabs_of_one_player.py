"""Two sockets of one player at one game: neither is judged on a position it has not seen."""

from tests.live.browsers import Browser


def test_the_other_tab_is_told_of_each_move(ana: Browser):
    game = ana.deal()
    with ana.socket(game) as first, ana.socket(game) as second:
        first.hello()
        second.hello()
        done = first.play("41")
        told = second.hear("events")
        assert told["events"] == done["events"]
        assert told["legal"] == done["legal"]
        assert (told["after"], told["v"]) == (1, 2)


def test_a_move_on_a_position_that_has_gone_is_stale(ana: Browser):
    game = ana.deal()
    with ana.socket(game) as first, ana.socket(game) as second:
        first.hello()
        second.hello()
        first.play("41")
        second.hear("events")
        stale = second.play("d", after=1)
        assert stale["t"] == "stale"
        assert (stale["after"], stale["v"]) == (1, 2)
        assert [event["move"] for event in stale["events"]] == ["41"]
        assert second.play("d")["t"] == "done"
        assert [event["move"] for event in first.hear("events")["events"]] == ["d"]


def test_taking_turns_each_sees_every_event_once(ana: Browser):
    game = ana.deal()
    with ana.socket(game) as first, ana.socket(game) as second:
        first.hello()
        second.hello()
        seen: dict[str, list[int]] = {"first": [], "second": []}
        for _ in range(6):
            seen["first"] += [event["v"] for event in first.play("d")["events"]]
            seen["second"] += [event["v"] for event in second.hear("events")["events"]]
            seen["second"] += [event["v"] for event in second.play("d")["events"]]
            seen["first"] += [event["v"] for event in first.hear("events")["events"]]
    assert seen["first"] == seen["second"] == list(range(2, 14))


def test_moves_sent_at_the_same_time_are_each_done_or_stale(ana: Browser):
    game = ana.deal()
    with ana.socket(game) as first, ana.socket(game) as second:
        first.hello()
        second.hello()
        for tab in (first, second):
            tab.say(t="move", id=f"at-once-{id(tab)}", after=1, move="d")
        answers = sorted(answer_of(tab) for tab in (first, second))
        assert answers == ["done", "stale"]
        first.say(t="ping", v=0)
        while (pong := first.hear())["t"] != "pong":
            pass
        assert pong["v"] == 2


def answer_of(tab) -> str:
    while (message := tab.hear())["t"] == "events":
        pass
    return message["t"]
