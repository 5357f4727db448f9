"""Today's page, the page of a day, the calendar, the front page, and what one may tell others."""

import pytest
from django.core.cache import cache
from django.test import Client

from solitaire.daily import calendar, duties
from solitaire.daily.models import DayRow
from solitaire.players.models import Player
from tests.daily import seed
from tests.daily.clocks import HOUR, Clock
from tests.races.people import browser_of


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    cache.clear()


def read(browser: Client, path: str) -> str:
    answer = browser.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_today_is_offered_to_a_stranger_with_the_hashes_of_tomorrow(database, clock: Clock, client: Client):
    page = read(client, "/daily")
    for draw in (1, 3):
        assert f'action="/daily/2030-03-09/{draw}/play"' in page
        assert DayRow.objects.get(on=calendar.tomorrow(), draw=draw).hash in page
    assert "12:00:00" in page
    assert f'data-until="{calendar.midnight()}" data-now="{clock.ms}"' in page


def test_the_front_page_and_the_header_lead_to_today(database, clock: Clock, client: Client):
    assert 'action="/daily/' not in read(client, "/")
    duties.attend()
    page = read(client, "/")
    assert page.count('action="/daily/2030-03-09/') == 2
    assert 'href="/daily"' in page


def test_an_attempt_that_is_over_is_told_of_without_its_cards(ana: Player, clock: Clock, winnable: None):
    seed.win(ana, clock, seconds=204)
    page = read(browser_of(ana.pk), "/daily/2030-03-09/1")
    assert "Samedeal, deal of the day, March 9, 2030, draw one\n■■■■■■■■■■ Won in 3:24 with 102 moves\n" in page
    assert "http://testserver/daily/2030-03-09/1</textarea>" in page
    assert "Place 1" in page
    assert seed.WINNABLE not in page
    assert "</textarea>" not in read(Client(), "/daily/2030-03-09/1")


def test_one_that_was_not_won_is_told_of_too(ana: Player, clock: Clock, winnable: None):
    seed.give_up(ana, clock, moves=seed.LINE[:15])
    assert "□□□□□□□□□□ 2 of 52 cards home" in read(browser_of(ana.pk), "/daily/2030-03-09/1")


def test_when_the_day_is_over_its_code_is_there_to_be_checked(ana: Player, clock: Clock, winnable: None):
    seed.win(ana, clock)
    before = read(Client(), "/daily/2030-03-09/1")
    assert 'data-sealed="/api/daily/2030-03-09/1"' in before
    seed.next_day(clock)
    after = read(Client(), "/daily/2030-03-09/1")
    assert f'id="seal-code" href="/deal/{seed.WINNABLE}"' in after
    assert DayRow.objects.get(pk="2030-03-09:D1").hash in after
    assert 'value="KL2-D1N-' in after  # to be played as any deal
    assert "data-countdown" not in after


def test_the_replays_of_others_are_linked_where_they_may_be_watched(
    ana: Player, ben: Player, clock: Clock, winnable: None
):
    game = seed.win(ana, clock)
    link = f'href="/replay/{game}"'
    assert link not in read(browser_of(ben.pk), "/daily/2030-03-09/1")
    seed.give_up(ben, clock)
    assert link in read(browser_of(ben.pk), "/daily/2030-03-09/1")
    seed.next_day(clock)
    assert link in read(Client(), "/daily/2030-03-09/1")


def test_while_the_code_is_secret_a_replay_leads_neither_to_the_deal_nor_to_comments(
    ana: Player, clock: Clock, winnable: None
):
    game = seed.win(ana, clock)
    before = read(browser_of(ana.pk), f"/replay/{game}")
    assert "/deal/" not in before
    assert f"/replay/{game}/comments" not in before
    seed.next_day(clock)
    after = read(browser_of(ana.pk), f"/replay/{game}")
    assert f'href="/deal/{seed.WINNABLE}"' in after
    assert f'action="/replay/{game}/comments"' in after


def test_a_board_says_where_there_is_nobody_yet(database, clock: Clock, client: Client):
    assert "The first to finish leads the board." in read(client, "/daily/2030-03-09/3")
    seed.next_day(clock)
    assert "nobody came to the end of an attempt" in read(client, "/daily/2030-03-09/3")


def test_the_calendar_marks_what_one_has_played_and_won(ana: Player, clock: Clock, winnable: None):
    seed.win(ana, clock)
    seed.give_up(ana, clock, draw=3)
    clock.ms += 20 * 24 * HOUR
    seed.today()
    page = read(browser_of(ana.pk), "/daily/2030/3")
    assert 'class="day-mark is-won" href="/daily/2030-03-09/1" aria-label="March 9, 2030, draw one, won"' in page
    assert 'class="day-mark is-played" href="/daily/2030-03-09/3"' in page
    assert 'href="/daily/2030-03-11/1"' not in page  # nobody was there to draw it


@pytest.mark.parametrize(
    "path",
    [
        *("/daily/2030/13", "/daily/2030/4", "/daily/1999/1", "/daily/99999999999999/1", "/daily/2030-03-10/1"),
        *("/daily/2030-03-09/2", "/daily/2030-02-30/1", "/daily/2030-03-09/1?board=friends", "/daily/x/1"),
    ],
)
def test_days_and_months_that_are_not_there_are_not_found(database, clock: Clock, client: Client, path: str):
    seed.today()
    assert client.get(path).status_code == 404


def test_the_api_tells_of_days(ana: Player, clock: Clock, winnable: None):
    game = seed.win(ana, clock)
    client = Client()
    days = client.get("/api/daily").json()
    assert [(day["day"], day["draw"], day["code"]) for day in days[:2]] == [
        ("2030-03-09", 1, None),
        ("2030-03-09", 3, None),
    ]
    assert (len(days), days[0]["finished"]) == (4, 1)
    (row,) = client.get("/api/daily/2030-03-09/1/board").json()["rows"]
    assert (row["place"], row["game"], row["outcome"], row["time_ms"]) == (1, game, "won", 90_000)
    assert client.get("/api/daily/2030-03-09/1/board?guests=true").json()["rows"] == []
    assert client.get("/api/daily/2031-03-09/1").json()["code"] == "no-such-day"
    assert client.get("/api/daily/2030-03-09/2").status_code == 422
    assert client.get("/api/daily/2030-03-09/1/board?after=x").json()["code"] == "bad-cursor"
    seed.next_day(clock)
    assert client.get("/api/daily/2030-03-09/1").json()["code"] == seed.WINNABLE
    listed = client.get(f"/api/games/{game}").json()["game"]
    assert (listed["day"], listed["code"]) == ("2030-03-09:D1", seed.WINNABLE)
