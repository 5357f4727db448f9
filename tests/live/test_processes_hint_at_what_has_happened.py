"""Two servers with a Redis between them: each hears at once of what the other has written."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from redis import Redis

from tests import redis_server
from tests.live.browsers import Browser, Socket
from tests.redis_server import RedisServer
from tests.server import Site

DEAF = {"DJANGO_SETTINGS_MODULE": "tests.live.deaf_settings"}
Run = Callable[..., AbstractContextManager[Site]]


class AtAnother(Browser):
    """The same browser, at another server of the same site."""

    def __init__(self, browser: Browser, site: Site) -> None:
        super().__init__(site)
        self.cookies = browser.cookies


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """The Redis between them; a test that stops it starts it again."""
    with redis_server.running(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(scope="module")
def servers(shared_site: Run, redis: RedisServer) -> Iterator[tuple[Site, Site]]:
    """Two that hear of each other by hints alone."""
    with (
        shared_site(**DEAF, REDIS_URL=redis.url) as first,
        shared_site(beside=first, **DEAF, REDIS_URL=redis.url) as second,
    ):
        yield first, second


def wait_until_all_hear(redis: RedisServer) -> None:
    """Both servers listen to the Redis."""
    with Redis.from_url(redis.url) as client:
        deadline = time.monotonic() + 60
        while dict(client.pubsub_numsub(b"samedeal:0:hints"))[b"samedeal:0:hints"] < 2:
            assert time.monotonic() < deadline, "the servers do not listen"
            time.sleep(0.02)


def play(socket: Socket, move: str) -> int:
    """Play a move; the version it makes."""
    done = socket.play(move)
    assert done["t"] == "done", done
    return int(done["v"])


def hear_up_to(socket: Socket, version: int) -> list[int]:
    """The versions a socket is sent until it has that one."""
    told: list[int] = []
    while not told or told[-1] < version:
        told += [event["v"] for event in socket.hear("events")["events"]]
    return told


def test_a_move_is_hinted_at_and_an_outage_is_caught_up(servers: tuple[Site, Site], redis: RedisServer):
    first, second = servers
    ana = Browser(first)
    game = ana.deal()
    wait_until_all_hear(redis)
    with ana.socket(game) as player, AtAnother(ana, second).socket(game) as watcher:
        player.hello()
        watcher.hello()
        version = play(player, "d")
        assert hear_up_to(watcher, version) == [version]

        redis.stop()
        missed = [play(player, "d") for _ in range(5)]  # no move waits for Redis or fails with it
        found = json.loads(Browser(first).get("/readyz").body)
        assert (found["ready"], found["redis"] == "ok") == (True, False)

        redis.start()
        assert hear_up_to(watcher, missed[-1]) == missed
        wait_until_all_hear(redis)
        version = play(player, "d")
        assert hear_up_to(watcher, version) == [version]

        ana.post("/logout")
        assert watcher.hear("error")["code"] == "signed-out"
        assert watcher.closed() == 4401
    for site in servers:
        assert "Traceback" not in site.log


def test_what_is_no_hint_does_no_harm(servers: tuple[Site, Site], redis: RedisServer):
    first, second = servers
    ana = Browser(first)
    game = ana.deal()
    wait_until_all_hear(redis)
    with ana.socket(game) as player, AtAnother(ana, second).socket(game) as watcher:
        player.hello()
        watcher.hello()
        with Redis.from_url(redis.url) as client:
            for nonsense in (b"", b"\xff", b"[]", b'{"by":1}', b'{"by":"x","at":0,"heads":{"game:none":7}}'):
                client.publish("samedeal:0:hints", nonsense)
            far = {"by": "x", "at": 0, "heads": {f"game:{game}": 99}}
            for _ in range(3):  # repeated, and ahead of the log
                client.publish("samedeal:0:hints", json.dumps(far))
        version = play(player, "d")
        assert hear_up_to(watcher, version) == [version]
