"""A database in which every commit takes 200 ms: all play on, and nobody is sent away."""

from tests.faults.crowd import Crowd
from tests.faults.verdict import nothing_is_wrong
from tests.live.browsers import Browser


def test_all_play_on_and_whoever_asks_is_answered(new_site):
    site = new_site(DJANGO_SETTINGS_MODULE="tests.faults.slow_settings")
    with Crowd(site, players=10) as crowd:
        crowd.play_on(8)
        with Browser(site).socket(crowd.players[0].game) as other:
            other.hello()
            for _ in range(20):
                other.say(t="ping", v=1)
                while other.hear()["t"] != "pong":
                    pass
        crowd.play_on(2)
        assert crowd.undisturbed
    nothing_is_wrong(crowd, site)
