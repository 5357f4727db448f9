"""With a Redis, what is asked for too often is counted over all processes; without an answer from it, by each."""

import time
from collections.abc import Iterator

import pytest
import redis

from solitaire import redis_server, shared_limits
from solitaire.limits import Buckets, TooMany
from tests.redis_server import RedisServer


@pytest.fixture
def with_redis(own_redis: RedisServer, settings) -> Iterator[RedisServer]:
    settings.REDIS_URL = own_redis.url
    _as_new()
    yield own_redis
    _as_new()


def _as_new() -> None:
    redis_server.shared.cache_clear()
    shared_limits._script.cache_clear()
    shared_limits._fuse = redis_server.Fuse()


def process(rate: float = 0.01, burst: float = 2) -> Buckets:
    """The buckets of one process: what it has counted itself, no other knows."""
    return Buckets(rate, burst, 100, shared="tries")


def test_two_processes_have_one_bucket(with_redis: RedisServer):
    first, second = process(), process()
    first.take("ana")
    second.take("ana")
    for either in (first, second):
        with pytest.raises(TooMany) as refused:
            either.take("ana")
        assert 90 <= refused.value.wait <= 100
    second.take("ben")


def test_it_fills_again(with_redis: RedisServer):
    buckets = process(rate=20, burst=1)
    buckets.take("ana")
    deadline = time.monotonic() + 10
    while True:
        try:
            buckets.take("ana")
        except TooMany:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        else:
            break


def test_redis_is_told_no_names_and_forgets_full_buckets(with_redis: RedisServer):
    process().take("ana@cards.example")
    with redis.Redis.from_url(with_redis.url) as client:
        (key,) = client.keys("*")
        assert key.startswith(b"samedeal:limit:tries:")
        assert b"ana" not in key
        assert 0 < client.ttl(key) <= 102


def test_an_outage_is_asked_about_once_and_each_counts_for_itself(with_redis: RedisServer, caplog):
    first, second = process(), process()
    first.take("ana")
    with_redis.stop()
    for either in (first, second):
        either.take("ana")
        either.take("ana")
        with pytest.raises(TooMany):
            either.take("ana")
    assert len([record for record in caplog.records if record.name == "solitaire.shared_limits"]) == 1


def test_after_an_outage_they_count_together_again(with_redis: RedisServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(redis_server, "LEFT_ALONE_S", 0)
    first, second = process(), process()
    with_redis.stop()
    first.take("ana")
    with_redis.start()  # empty, as after a restart
    first.take("ana")
    second.take("ana")
    for either in (first, second):
        with pytest.raises(TooMany):
            either.take("ana")


def test_without_a_redis_nobody_is_asked(settings):
    settings.REDIS_URL = ""
    assert shared_limits.take("tries", "ana", 1, 1) is None
