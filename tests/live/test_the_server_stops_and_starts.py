"""Whatever was confirmed is in the log after any end of the server, and play goes on."""

import pytest

from tests.live.browsers import Browser
from tests.server import Site


@pytest.fixture
def cleo(own_site: Site) -> Browser:
    """A browser at a site of its own."""
    return Browser(own_site)


def test_every_confirmed_move_survives_a_kill(own_site: Site, cleo: Browser):
    game = cleo.deal()
    with cleo.socket(game) as socket:
        socket.hello()
        for _ in range(10):
            confirmed = socket.play("d")
        socket.say(t="move", id="under-way", after=confirmed["v"], move="41")
        own_site.kill()
        assert socket.closed() == 1006
    own_site.start()
    with cleo.socket(game) as socket:
        known = socket.hello(after=confirmed["v"])
        assert known["after"] == confirmed["v"]
        answer = socket.play("41", after=confirmed["v"], command="under-way")
        assert (answer["t"], answer["after"], answer["v"]) == ("done", confirmed["v"], confirmed["v"] + 1)
        assert [event["move"] for event in socket.hello(after=1)["events"]] == ["d"] * 10 + ["41"]


def test_a_planned_stop_is_announced(own_site: Site, cleo: Browser):
    game = cleo.deal()
    with cleo.socket(game) as player, cleo.socket(game) as other:
        player.hello()
        other.hello()
        player.play("d")
        other.hear("events")
        own_site.stop()
        for socket in (player, other):
            assert socket.hear() == {"t": "restarting"}
            assert socket.closed() == 4412
    assert "Traceback" not in own_site.log
    own_site.start()
    with cleo.socket(game) as socket:
        assert socket.hello(after=2)["v"] == 2
        assert socket.play("d")["v"] == 3
