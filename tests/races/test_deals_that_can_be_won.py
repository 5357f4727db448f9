"""Deals with a line that wins them are kept ready: one stock to be dealt from, and one apart for sealed races."""

import pytest
from django.conf import settings
from django.test import Client, override_settings

from solitaire.live.table import read_game
from solitaire.races import commands, pace, stock
from solitaire.races.commands import Way
from solitaire.races.models import RaceRow, WinnableDeal
from solitaire.races.pace import WAYS, Found, Search
from solitaire.races.race import BadOptions, Options
from solitaire.rules.deals import Deal
from solitaire.rules.game import fold
from tests.races.people import account, browser_of

pytestmark = pytest.mark.usefixtures("database")

COMMON = Way("KL", 1, "N")
FORM = {"seats": "2", "limit": "10", "public": "on", "undo": "on", "sealed": "on", "winnable": "on"}


def kept(way: Way = COMMON, *, sealed: bool = False, moves: int = 100) -> WinnableDeal:
    """A deal that is kept; it is not the moves that count here."""
    number = WinnableDeal.objects.count()
    letters = "ABCDEFGHIJ"[number % 10].rjust(20 if sealed else 7, "A")
    deal = Deal(way.family, "2" if sealed else "1", way.draw, way.ruleset, letters)
    row = {"sealed": sealed, "moves": ["d"] * moves, "found_at": number, **way._asdict()}
    return WinnableDeal.objects.create(code=deal.code, **row)


SEARCH = pace.found


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is searched for, unless a test says so."""
    monkeypatch.setattr(pace, "found", lambda *_arguments: [])


# --- the stocks ---


@pytest.mark.parametrize(("sealed", "kind"), [(False, "1"), (True, "2")])
def test_a_short_stock_is_filled_with_deals_that_our_rules_fold_to_a_win(
    monkeypatch: pytest.MonkeyPatch, sealed: bool, kind: str
):
    monkeypatch.setattr(pace, "found", SEARCH)
    monkeypatch.setattr(stock, "STOCKS", ((COMMON, sealed),))
    with override_settings(RACES={**settings.RACES, "winnable": 2, "pace_search_s": 20}):
        stock.search_where_short()
    rows = list(WinnableDeal.objects.all())
    assert len(rows) == 2
    for row in rows:
        deal = Deal.parse(row.code)
        assert (deal.kind, row.sealed, row.used_at) == (kind, sealed, None)
        assert fold(deal, row.moves).status == "won"


def test_nothing_is_searched_for_where_enough_are_ready(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stock, "STOCKS", ((COMMON, False), (COMMON, True)))
    kept()
    kept(sealed=True)
    monkeypatch.setattr(pace, "found", lambda *arguments: pytest.fail(f"searched: {arguments}"))
    with override_settings(RACES={**settings.RACES, "winnable": 1}):
        stock.search_where_short()


def test_as_many_as_are_missing_are_searched_for_at_leisure(monkeypatch: pytest.MonkeyPatch):
    asked = []
    monkeypatch.setattr(stock, "STOCKS", ((COMMON, True),))
    monkeypatch.setattr(pace, "found", lambda *arguments: asked.append(arguments) or [])
    kept(sealed=True)
    kept(sealed=False)
    with override_settings(RACES={**settings.RACES, "winnable": 5}):
        stock.search_where_short()
    assert asked == [(COMMON, 4, Search(settings.RACES["pace_search_s"], 19), "2")]


def test_every_way_has_both_stocks():
    assert set(stock.STOCKS) == {(way, sealed) for way in WAYS for sealed in (True, False)}


def test_each_deal_is_handed_out_once_and_the_oldest_first():
    rows = [kept(), kept(), kept(sealed=True), kept(Way("KL", 3, "N"))]
    assert [stock.deal(COMMON, sealed=False).code for _ in range(2)] == [rows[0].code, rows[1].code]
    assert stock.deal(COMMON, sealed=False) is None
    assert stock.deal(COMMON, sealed=True).code == rows[2].code
    assert stock.deal(COMMON, sealed=True) is None


def test_one_is_searched_for_where_none_is_ready(monkeypatch: pytest.MonkeyPatch):
    deal = Deal.parse("KL1-D1N-AAAAAAG")
    monkeypatch.setattr(pace, "found", lambda *_arguments: [Found(deal, ["d"])])
    assert stock.deal(COMMON, sealed=False) == deal
    assert stock.deal(COMMON, sealed=False) is None  # it is found again, and has been dealt


# --- playing alone ---


def play(browser: Client, **fields: str):
    return browser.post("/play", {"family": "KL", "draw": "1", "ruleset": "N", **fields})


def test_whoever_asks_for_one_is_dealt_one():
    row = kept()
    answer = play(browser_of(account("Ana")), winnable="on")
    (dealt,) = read_game(answer["Location"].removeprefix("/game/"))
    assert dealt.data["code"] == row.code
    assert WinnableDeal.objects.get().used_at is not None


def test_whoever_does_not_ask_leaves_the_stock_alone():
    row = kept()
    browser = browser_of(account("Ana"))
    assert play(browser).status_code == play(browser, winnable="").status_code == 303
    assert browser.post("/play", {"code": "KL1-D1N-AAAAAAG", "winnable": "on"}).status_code == 303
    row.refresh_from_db()
    assert row.used_at is None


def test_where_none_can_be_had_it_is_said_and_any_deal_is_offered():
    kept(sealed=True)
    answer = play(browser_of(account("Ana")), winnable="on")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "No winnable deal is ready" in page
    assert "Take any deal" in page
    assert WinnableDeal.objects.get().used_at is None


def test_what_is_no_way_to_play_is_told_as_ever():
    assert play(browser_of(account("Ana")), winnable="on", family="ZZ").status_code == 400


# --- sealed races ---


def test_a_sealed_race_is_made_on_one_that_nobody_was_told():
    kept()
    row = kept(sealed=True)
    answer = browser_of(account("Ana")).post("/race/new", FORM)
    race = commands.find(answer["Location"].removeprefix("/race/"))
    assert (race.code, race.options.winnable, race.options.sealed) == (row.code, True, True)
    stranger = Client()
    assert "can be won" in stranger.get(f"/race/{race.id}").content.decode()
    shown = stranger.get(f"/api/races/{race.id}").json()
    assert (shown["winnable"], shown["code"]) == (True, None)
    assert "Not known whether it can be won" in stranger.get(f"/deal/{row.code}").content.decode()


def test_where_none_is_ready_no_race_is_made_and_the_form_says_so():
    kept()
    answer = browser_of(account("Ana")).post("/race/new", FORM)
    assert answer.status_code == 409
    assert "No such deck is ready for that way to play." in answer.content.decode()
    assert not RaceRow.objects.exists()


@pytest.mark.parametrize("change", [{"sealed": ""}, {"code": "KL1-D1N-AAAAAAG"}])
def test_it_goes_with_a_deck_that_the_site_seals_alone(change: dict[str, str]):
    row = kept(sealed=True)
    answer = browser_of(account("Ana")).post("/race/new", FORM | change)
    assert answer.status_code == 400
    assert "The site draws such a deck, and seals it" in answer.content.decode()
    row.refresh_from_db()
    assert row.used_at is None


def test_whoever_has_a_seat_elsewhere_takes_none():
    rows = [kept(sealed=True), kept(sealed=True)]
    browser = browser_of(account("Ana"))
    assert browser.post("/race/new", FORM).status_code == 303
    assert browser.post("/race/new", FORM).status_code == 409
    assert WinnableDeal.objects.filter(used_at=None).get() == rows[1]


def test_a_race_made_otherwise_says_nothing_of_it():
    assert "winnable" not in Options("KL", 1, "N", 2, sealed=True).data
    assert not Options.read(Options("KL", 1, "N", 2, sealed=True).data).winnable
    with pytest.raises(BadOptions):
        Options("KL", 1, "N", 2, winnable=True).check()
