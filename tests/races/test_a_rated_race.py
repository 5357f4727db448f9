"""Two accounts that the site pairs race for their ratings, unless the site is away for too long meanwhile."""

import time
from typing import Any

from tests.races.racers import (
    HEAR_SECONDS,
    Racer,
    account,
    in_their_room,
    kinds,
    logged,
    paired,
    play_all,
    status,
)
from tests.server import Site


def test_a_race_between_accounts_is_rated_once_it_has_settled(own_race_site):
    with paired(own_race_site) as (ana, ben):
        race = ana.race.until(status("started"))["race"]
        assert (race["rated"], race["secrecy"], race["code"]) == (True, "rated", None)
        play_all(ben, ["d"])
        assert ana.race.wait_for(lambda message: message["t"] == "lanes")["lanes"][0]["table"] is None
        for racer in (ana, ben):
            play_all(racer, ["x"])
        race = ana.race.until(status("settled"))["race"]
        assert race["code"] is not None
    assert kinds(own_race_site, ana.race_id)[-1] == "settled"
    assert [data["race"] for _, data in rated(own_race_site)] == [ana.race_id]


def test_an_outage_makes_it_unrated(own_race_site):
    site = own_race_site
    with paired(site) as (ana, ben):
        ana.race.until(status("started"))
        play_all(ana, ["d"])
        site.kill()
    time.sleep(5)  # longer than `outage_s`
    site.start()
    with in_their_room([ana, ben]):
        race = ana.race.until(lambda race: not race["rated"])["race"]
        assert (race["unrated_why"], race["secrecy"], race["code"]) == ("outage", "rated", None)
        for racer in (ana, ben):
            with racer.socket(racer.game_id) as racer.table:
                racer.table.hello()
                play_all(racer, ["x"])
        ana.race.until(status("settled"))
    assert logged(site, "ratings:1") == []


def test_two_from_one_address_are_flagged_though_the_site_has_moved_one_to_the_other(own_race_site):
    ana, ben, cleo = (account(own_race_site, name) for name in ("Ana", "Ben", "Cleo"))
    assert ana.seek() == cleo.seek()
    assert ben.seek() != ana.race_id
    cleo.post(f"/race/{cleo.race_id}/leave")
    now = wait_until_running(ana)
    assert now["rated"]
    for racer in (ana, ben):
        racer.race_id = now["id"]
    with in_their_room([ana, ben]):
        for racer in (ana, ben):
            with racer.socket(racer.game_id) as racer.table:
                racer.table.hello()
                play_all(racer, ["x"])
        ana.race.until(status("settled"))
        for racer in (ana, ben):
            ((kind, data),) = logged(own_race_site, f"review:{racer.game_id}")
            assert (kind, data["kind"], data["race"]) == ("flagged", "same-address", now["id"])


def rated(site: Site) -> list[tuple[str, Any]]:
    """The ratings given so far, once there are some: they follow the settling."""
    deadline = time.monotonic() + HEAR_SECONDS
    while not (given := logged(site, "ratings:1")) and time.monotonic() < deadline:
        time.sleep(0.05)
    return given


def wait_until_running(racer: Racer) -> dict[str, Any]:
    """The one race that is going on, which starts while nobody looks."""
    deadline = time.monotonic() + 20
    while not (running := racer.get("/api/races").json["running"]):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return running[0]
