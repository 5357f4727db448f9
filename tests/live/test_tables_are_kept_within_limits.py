"""Games in memory: those somebody sits at stay, of the others those used last, so many and no larger."""

import gc

import pytest

from solitaire.live.tables import Table, Tables
from solitaire.rules.deals import Deal
from tests.live.streams import ANA, stream

DEAL = Deal.parse("KL1-D1N-AAAAAAG")


def table(name: str, moves: int = 0) -> Table:
    return Table(name, stream(DEAL, ["h"] * moves), ANA)


@pytest.fixture
def tables(settings) -> Tables:
    settings.LIVE = {**settings.LIVE, "tables_kept": 3, "events_kept": 100}
    return Tables()


def kept(tables: Tables, *names: str) -> str:
    gc.collect()
    return "".join(name for name in names if tables.get(name))


def test_those_used_last_are_kept(tables: Tables):
    for name in "abcde":
        tables.keep(table(name))
    assert kept(tables, *"abcde") == "cde"


def test_using_a_table_again_keeps_it_longer(tables: Tables):
    first = table("a")
    tables.keep(first)
    for name in "bc":
        tables.keep(table(name))
    tables.keep(first)
    del first
    tables.keep(table("d"))
    assert kept(tables, *"abcd") == "acd"


def test_a_table_somebody_sits_at_is_never_doubled(tables: Tables):
    seated = table("a")
    tables.keep(seated)
    for name in "bcdefg":
        tables.keep(table(name))
    assert tables.get("a") is seated
    del seated
    assert kept(tables, "a") == ""


def test_long_games_count_for_more(tables: Tables):
    tables.keep(table("a", 60))
    tables.keep(table("b", 60))
    assert kept(tables, "a", "b") == "b"


def test_a_game_longer_than_all_that_is_kept_is_played_all_the_same(tables: Tables):
    seated = table("a", 200)
    tables.keep(seated)
    assert tables.get("a") is seated
