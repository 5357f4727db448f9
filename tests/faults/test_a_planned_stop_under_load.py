"""Servers that are told to stop under load say so: everybody moves over to another one, and loses nothing."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from tests.faults.crowd import Crowd
from tests.faults.verdict import nothing_is_wrong
from tests.server import Site


def test_two_servers_stop_in_turn(own_site: Site, shared_site: Callable[..., AbstractContextManager[Site]]):
    with shared_site(beside=own_site) as other:
        with Crowd(own_site, other) as crowd:
            crowd.play_on(5)
            all_move_over(crowd, own_site, other)
            crowd.play_on(5)
            own_site.start()
            all_move_over(crowd, other, own_site)
            crowd.play_on(5)
        assert not any(player.unavailable for player in crowd.players)
        assert "Traceback" not in own_site.log + other.log
    nothing_is_wrong(crowd, own_site)


def all_move_over(crowd: Crowd, stopping: Site, staying: Site) -> None:
    """One server is stopped: those at it are told, and go on at the other."""
    there = [(client, client.farewells) for client in crowd.clients if client.at is stopping]
    assert there
    stopping.stop()
    crowd.until(lambda: all(client.at is staying for client in crowd.clients), "all have moved over")
    assert all(client.farewells == before + 1 for client, before in there)
