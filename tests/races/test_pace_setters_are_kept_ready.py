"""A small stock of winning lines for each way to play, found in a process of its own that can harm nobody."""

import json
import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from solitaire.races import pace
from solitaire.races.commands import Way
from solitaire.races.models import PaceLine
from solitaire.races.pace import AT_LEISURE, WAYS, Search
from solitaire.rules.deals import Deal
from solitaire.rules.game import fold
from tests.races.racers import Racer
from tests.server import Site

pytestmark = pytest.mark.usefixtures("database")

COMMON = Way("KL", 1, "N")
SOON = Search(20, 0)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Lets another program stand in for the search: a shell script, whatever the arguments."""

    def become(script: str) -> None:
        path = tmp_path / "search"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        monkeypatch.setattr("sys.executable", str(path))

    return become


def line(way: Way = COMMON, **more: object) -> PaceLine:
    """A line that is kept; it is not the moves that count here."""
    letters = f"{PaceLine.objects.count():020d}".translate(
        {ord(str(digit)): "ABCDEFGHIJ"[digit] for digit in range(10)}
    )
    deal = Deal(way.family, "2", way.draw, way.ruleset, letters)
    row = {"moves": [], "found_at": PaceLine.objects.count(), **way._asdict(), **more}
    return PaceLine.objects.create(code=deal.code, deck_key=deal.deck_key, **row)


def race(**races: object):
    return override_settings(RACES={**settings.RACES, **races})


def test_lines_that_are_found_are_kept_and_win():
    found = pace.find(COMMON, 3, SOON)
    assert len(found) == 3
    for kept in PaceLine.objects.all():
        deal = Deal.parse(kept.code)
        assert (deal.family, deal.kind, deal.draw, deal.ruleset) == ("KL", "2", 1, "N")
        assert (kept.deck_key, kept.uses) == (deal.deck_key, 0)
        assert fold(deal, kept.moves).status == "won"
    assert list(pace.lines(COMMON)) == list(PaceLine.objects.order_by("found_at", "code"))


def test_whoever_waits_for_one_gets_one():
    with race(pace_need_s=20):
        found = pace.needed(Way("KL", 3, "N"))
    assert found is not None
    assert PaceLine.objects.get() == found


def test_ways_that_lack_lines_are_searched_for_until_none_does():
    for way in WAYS:
        for _ in range(2 if way == COMMON else 3):
            line(way)
        line(way, uses=1)
    with race(pace_lines=3, pace_search_s=20):
        pace.search_where_short()
        assert PaceLine.objects.filter(uses=0, **COMMON._asdict()).count() == 3
        pace.search_where_short()
    assert PaceLine.objects.count() == 4 * len(WAYS)


def test_nothing_is_searched_for_where_enough_are_ready(program):
    for way in WAYS:
        line(way)
    program("exit 1")
    with race(pace_lines=1):
        pace.search_where_short()
    assert PaceLine.objects.count() == len(WAYS)


def test_every_way_to_play_has_its_stock():
    assert {str(way.family) + str(way.draw) + way.ruleset for way in WAYS} == {
        "KL1N", "KL1V", "KL1S", "KL1C", "KL3N", "KL3V", "KL3S", "KL3C", "TF1N", "TF3N",
    }  # fmt: skip


def test_a_search_that_takes_too_long_is_ended(program, caplog):
    program("exec sleep 60")
    begun = time.monotonic()
    assert pace.find(COMMON, 1, Search(0.2, AT_LEISURE)) == []
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("script", ["kill -SEGV $$", "exit 3", "echo nonsense; exit 1"])
def test_a_search_that_crashes_brings_nothing_and_harms_nobody(program, caplog, script: str):
    program(script)
    with caplog.at_level(logging.WARNING):
        assert pace.find(COMMON, 1, SOON) == []
    assert "the search for winning lines ended with" in caplog.text


def test_a_program_that_is_not_there_brings_nothing(monkeypatch: pytest.MonkeyPatch, caplog):
    monkeypatch.setattr("sys.executable", "/nowhere/at/all")
    assert pace.find(COMMON, 1, SOON) == []
    assert "could be started" in caplog.text


@pytest.mark.parametrize(
    "printed",
    [
        "",
        "{",
        "[]",
        '{"code": 1, "moves": []}',
        json.dumps({"code": "KL1-D1N-AAAAAAG", "moves": ["d", "d"]}),
        json.dumps({"code": "KL1-D1N-AAAAAAG", "moves": ["9"]}),
    ],
)
def test_only_a_line_that_wins_by_our_rules_is_kept(program, printed: str):
    program(f"cat <<'END'\n{printed}\nEND")
    assert pace.find(COMMON, 1, SOON) == []
    assert not PaceLine.objects.exists()


def test_a_line_of_another_way_or_on_a_deck_of_another_kind_is_not_kept(program, won_game: dict[str, str]):
    program(f"echo '{json.dumps({'code': won_game['deal'], 'moves': won_game['moves'].split()})}'")
    assert pace.found(COMMON, 1, SOON, "1") == []
    assert pace.found(Way("KL", 3, "S"), 1, SOON, "2") == []
    assert len(pace.found(Way("KL", 3, "S"), 1, SOON, "1")) == 1


def test_the_search_gets_nothing_of_the_sites_environment(program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SECRET_KEY", "the site's own")
    program(f"env > {tmp_path}/environment")
    pace.find(COMMON, 1, SOON)
    assert "SECRET_KEY" not in (tmp_path / "environment").read_text()


def test_three_pace_setters_play_a_line_the_gold_one_quickest():
    lanes = pace.lanes(line(moves=["d", "d"]))
    assert [lane.pace for lane in lanes] == ["bronze", "silver", "gold"]
    assert [lane.every_ms for lane in lanes] == [3000, 1800, 1100]
    assert {lane.moves for lane in lanes} == {("d", "d")}


def test_a_site_that_is_up_fills_its_stock_by_itself(new_site):
    site = new_site(DJANGO_SETTINGS_MODULE="tests.races.pace_settings")
    ana = Racer(site)
    deadline = time.monotonic() + 60
    while stock(site) < 3:
        assert ana.get("/race").status == 200
        assert time.monotonic() < deadline
        time.sleep(0.2)
    site.stop()
    assert "Traceback" not in site.log


def stock(site: Site) -> int:
    with closing(sqlite3.connect(site.database_url.removeprefix("sqlite:///"))) as connection:
        return connection.execute("SELECT count(*) FROM races_paceline").fetchone()[0]
