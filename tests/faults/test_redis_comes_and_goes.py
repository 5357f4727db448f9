"""Redis stopped, started and emptied under load: nobody who plays or watches, on two servers, is disturbed."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from redis import Redis

from tests.faults.crowd import Crowd
from tests.faults.verdict import nothing_is_wrong
from tests.redis_server import RedisServer
from tests.server import Site


def test_no_move_waits_for_it_and_every_watcher_sees_all(
    own_redis: RedisServer, shared_site: Callable[..., AbstractContextManager[Site]]
):
    with (
        shared_site(REDIS_URL=own_redis.url) as first,
        shared_site(beside=first, REDIS_URL=own_redis.url) as second,
        Redis.from_url(own_redis.url) as redis,
    ):
        with Crowd(first, second) as crowd:
            crowd.play_on(5)
            assert {client.at for client in (crowd.players[0], crowd.watcher)} == {first, second}
            for trouble in (own_redis.stop, own_redis.start, redis.flushall):
                trouble()
                crowd.play_on(5)
                all_is_seen(crowd)
            assert crowd.undisturbed
        assert "Traceback" not in first.log + second.log
    nothing_is_wrong(crowd, first)


def all_is_seen(crowd: Crowd) -> None:
    """The watcher, who sits at another server than the player, sees whatever has been played until now."""
    played = crowd.players[0].version
    crowd.until(lambda: crowd.watcher.version >= played, "the watcher has seen it")
