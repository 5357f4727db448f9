"""A server that is killed in the midst of some 200 moves a second: whatever it had confirmed is there, once."""

from tests.faults.crowd import Crowd
from tests.faults.verdict import nothing_is_wrong
from tests.server import Site


def test_everybody_plays_on_and_no_confirmed_move_is_lost(own_site: Site):
    with Crowd(own_site) as crowd:
        crowd.play_on(10)
        own_site.kill()
        own_site.start()
        crowd.play_on(10)
        assert all(client.arrivals >= 2 for client in crowd.clients)
    nothing_is_wrong(crowd, own_site)
