"""As an operator runs it: PostgreSQL, a Redis, each racer at a server of their own, and who watches at a third."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import databases
from tests.races.conftest import QUICK
from tests.races.racers import Racer, hear_cards, play_all, status
from tests.redis_server import RedisServer
from tests.server import Site

pytestmark = pytest.mark.postgresql

DECK = "KL1-D1N-AAAAAAG"


@pytest.fixture
def servers(
    postgresql_template: str, own_redis: RedisServer, static_root: Path, tmp_path: Path
) -> Iterator[list[Site]]:
    with databases.new_postgresql_database(postgresql_template) as name:
        sites = []
        for number in range(3):
            folder = tmp_path / f"server-{number}"
            folder.mkdir()
            url = databases.postgresql_url(name)
            sites.append(Site(folder, url, static_root, REDIS_URL=own_redis.url, **QUICK))
        try:
            for site in sites:
                site.start()
            yield sites
        finally:
            for site in sites:
                site.kill()


def test_there_is_one_order_of_events_and_one_outcome(servers: list[Site]):
    first, second, watcher = (Racer(site) for site in servers)
    race_id = first.make_race(code=DECK)
    second.join(race_id)
    watcher.race_id = race_id
    with ExitStack() as stack:
        for racer in (first, second, watcher):
            racer.race = stack.enter_context(racer.look())
            racer.race.hello()
        for racer in (first, second):
            racer.table = stack.enter_context(racer.socket(racer.game_id))
            racer.table.say(t="hello", after=0)
        for racer in (first, second):
            assert racer.race.act("ready")["t"] == "done"
        for racer in (first, second):
            hear_cards(racer)
        play_all(first, ["d"] * 6)
        play_all(second, ["d"] * 4)
        for looker in (first, second, watcher):
            looker.race.until(lambda race: [seat["lane"] and seat["lane"]["moves"] for seat in race["seats"]] == [6, 4])
        for racer in (second, first):
            play_all(racer, ["x"])
        settled = [racer.race.until(status("settled"))["race"] for racer in (first, second, watcher)]
    assert settled[0]["places"] == settled[1]["places"] == settled[2]["places"]
    told = [Racer(site).get(f"/api/races/{race_id}").json["places"] for site in servers]
    assert told[0] == told[1] == told[2]
    for site in servers:
        assert "Traceback" not in site.log
