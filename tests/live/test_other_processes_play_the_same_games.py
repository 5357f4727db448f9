"""Two servers on one database: any of them can serve any socket."""

import pytest

from tests import databases
from tests.live.browsers import Browser
from tests.server import Site


class AtAnother(Browser):
    """The same browser, at another server of the same site."""

    def __init__(self, browser: Browser, site: Site) -> None:
        super().__init__(site)
        self.cookies = browser.cookies


def test_what_one_server_has_written_the_other_goes_on_from(quick_site: Site, second_site: Site):
    here = Browser(quick_site)
    there = AtAnother(here, second_site)
    game = here.deal()
    with here.socket(game) as first, there.socket(game) as second:
        first.hello()
        second.hello()
        first.play("41")
        stale = second.play("d")
        while stale["t"] == "events":  # it may have looked in the log already
            stale = second.hear()
        assert stale["t"] == "stale"
        assert [event["move"] for event in stale["events"]] == ["41"]
        assert second.play("d")["v"] == 3


def test_what_one_server_has_written_the_other_finds_by_itself(quick_site: Site, second_site: Site):
    here = Browser(quick_site)
    there = AtAnother(here, second_site)
    game = here.deal()
    with here.socket(game) as first, there.socket(game) as second:
        first.hello()
        second.hello()
        done = first.play("41")
        assert second.hear("events")["events"] == done["events"]


def test_a_command_that_reached_one_server_is_known_to_the_other(quick_site: Site, second_site: Site):
    here = Browser(quick_site)
    there = AtAnother(here, second_site)
    game = here.deal()
    with here.socket(game) as first, there.socket(game) as second:
        first.hello()
        second.hello()
        first.play("d", command="sent-to-both")
        first.play("d")
        answer = second.play("d", after=1, command="sent-to-both")
        while answer["t"] == "events":
            answer = second.hear()
        assert (answer["t"], answer["after"]) == ("done", 1)
    assert len(here.get(f"/api/games/{game}/events?after=0").json["events"]) == 3


@pytest.mark.postgresql
def test_it_plays_on_postgresql(postgresql_template: str, static_root, tmp_path, won_game: dict):
    with databases.new_postgresql_database(postgresql_template) as name:
        site = Site(tmp_path, databases.postgresql_url(name), static_root)
        site.start()
        try:
            ana = Browser(site)
            game = ana.deal(won_game["deal"])
            with ana.socket(game) as socket, ana.socket(game) as other:
                socket.hello()
                other.hello()
                for move in won_game["moves"].split():
                    done = socket.play(move)
                    assert done["t"] == "done", done
                assert socket.hear("table")["view"] == "all"
                while other.hear()["t"] != "table":
                    pass
                assert other.version == done["v"]
            with ana.open("/ws/game/%00") as nothing:
                assert nothing.hear("error")["code"] == "no-such-game"
        finally:
            site.kill()
