"""Two servers on one database run one race: each tells its own racers the same."""

from contextlib import ExitStack

from tests.races.racers import Racer, hear_cards, kinds, play_all, seat_racers, status
from tests.server import Site

DECK = "KL1-D1N-AAAAAAG"


def test_racers_of_two_servers_start_race_and_end_together(race_site: Site, second_race_site: Site):
    racers = seat_racers(race_site, 4, code=DECK)
    for racer in racers[2:]:
        racer.site = second_race_site
    watcher = Racer(second_race_site)
    watcher.race_id = racers[0].race_id
    with ExitStack() as stack:
        for racer in (*racers, watcher):
            racer.race = stack.enter_context(racer.look())
            racer.race.hello()
        for racer in racers:
            racer.table = stack.enter_context(racer.socket(racer.game_id))
            racer.table.say(t="hello", after=0)
        for racer in racers:
            assert racer.race.act("ready")["t"] == "done"
        for racer in racers:
            hear_cards(racer)
        starts = {racer.race.until(status("started"))["race"]["started_at"] for racer in racers}
        assert len(starts) == 1
        play_all(racers[0], ["d"] * 3)
        play_all(racers[3], ["d"] * 5)
        for looker in (racers[1], racers[2], watcher):
            looker.race.until(lambda race: [lane_moves(race, key) for key in "0123"] == [3, 0, 0, 5])
        for racer in racers:
            racer.race.until(lambda race: all(seat["connected"] for seat in race["seats"]))
        racers[0].race.wait_for(lambda message: message.get("watching") == 1)
        for racer in racers:
            play_all(racer, ["x"])
        settled = [racer.race.until(status("settled"))["race"] for racer in (*racers, watcher)]
        assert all(race["places"] == settled[0]["places"] for race in settled)
        assert [place["place"] for place in settled[0]["places"]] == [1, 1, 1, 1]
    assert kinds(race_site, watcher.race_id).count("started") == 1
    assert kinds(race_site, watcher.race_id).count("settled") == 1


def lane_moves(race: dict, key: str) -> int:
    lane = next(seat["lane"] for seat in race["seats"] if seat["key"] == key)
    return lane["moves"] if lane else 0
