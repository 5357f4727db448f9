"""A deal's boards are narrowed down by address, in several ways at once: first attempts, sealed races, this week, …"""

import re

import pytest
from django.test import Client

from replays import boards
from replays.boards import Filters, Only
from solitaire.players import following
from solitaire.players.models import Player
from tests.replays import raced, seed
from tests.replays.seed import WON, Clock
from tests.replays.test_the_deal_page import rows, words

WEEK_MS = 7 * 86_400_000


@pytest.fixture
def browser() -> Client:
    return Client()


@pytest.fixture(autouse=True)
def now_is_what_the_clock_says(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "now_ms", clock)


def names(browser: Client, **query: str | list[str]) -> list[str]:
    """Who stands on the board, from the top, with the place."""
    page = browser.get(f"/deal/{WON}", query).text
    return [" ".join(row.split()[:2]) for row in rows(page)] if "<tbody>" in page[: page.index('id="replays"')] else []


def test_first_attempts_stand_with_that_attempt_and_not_with_a_better_one(
    browser: Client, ana: Player, ben: Player, clock: Clock
) -> None:
    seed.win(ana, WON, clock, 90)
    seed.win(ana, WON, clock, 40)
    seed.win(ben, WON, clock, 60)
    assert names(browser) == ["1 Ana", "2 Ben"]
    assert names(browser, only="first") == ["1 Ben", "2 Ana"]
    assert names(browser, board="moves", only="first") == ["1 Ben", "1 Ana"], "equal numbers of moves share a place"


def test_this_week_begins_on_monday_at_midnight_utc(browser: Client, ana: Player, ben: Player, clock: Clock) -> None:
    clock.ms += WEEK_MS - (clock.ms + 3 * 86_400_000) % WEEK_MS  # a Monday
    clock.ms -= 20_001
    seed.win(ana, WON, clock, 20)
    last_of_the_week = clock.ms
    seed.win(ben, WON, clock, 30)
    assert names(browser, only="week") == ["1 Ben"]
    assert names(browser) == ["1 Ana", "2 Ben"]
    clock.ms = last_of_the_week
    assert names(browser, only="week") == ["1 Ana"]


def test_first_attempts_of_this_week_are_both(browser: Client, ana: Player, ben: Player, clock: Clock) -> None:
    cid = Player.objects.create_account("Cid", None)
    for player, seconds in ((ana, 50), (cid, 30)):
        seed.win(player, WON, clock, seconds)
    clock.ms += WEEK_MS
    for player, seconds in ((ana, 20), (ben, 90), (ben, 40)):
        seed.win(player, WON, clock, seconds)
    assert names(browser) == ["1 Ana", "2 Cid", "3 Ben"]
    assert names(browser, only="first") == ["1 Cid", "2 Ana", "3 Ben"]
    assert names(browser, only="week") == ["1 Ana", "2 Ben"]
    assert names(browser, only=["week", "first"]) == ["1 Ben"]
    page = browser.get(f"/deal/{WON}?only=week&only=first").text
    assert "1:30.000" in rows(page)[0], "not with the better one"
    said = words(page)
    assert "Only wins at the first attempt at these cards." in said
    assert "Only games that ended this week" in said


def test_sealed_races_stand_apart(browser: Client, ana: Player, ben: Player, clock: Clock) -> None:
    race = raced.begin(clock, [ana, ben])
    raced.win(clock, race, ana, 300)
    raced.settle(clock, race)
    code = raced.SEALED.code
    seed.win(ben, code, clock, 60, tuple(raced.WINS_IT))
    assert [line.row.owner for line in boards.read(code, "fastest").lines] == [ben, ana]
    (line,) = boards.read(code, "fastest", filters=Filters.of([Only.SEALED])).lines
    assert (line.place, line.row.owner) == (1, ana)
    assert "Ben" not in " ".join(rows(browser.get(f"/deal/{code}", {"only": "sealed"}).text))
    for others in ([Only.FIRST], [Only.WEEK], list(Only)):
        (line,) = boards.read(code, "fastest", filters=Filters.of([Only.SEALED, *others])).lines
        assert line.row.owner == ana
        assert boards.around(code, "fastest", ben.pk, Filters.of([Only.SEALED, *others])) == []
    clock.ms += WEEK_MS
    assert "is all that is chosen above" in words(browser.get(f"/deal/{code}?only=sealed&only=week").text)


def test_players_one_follows_have_places_among_themselves(
    browser: Client, ana: Player, ben: Player, clock: Clock
) -> None:
    others = [Player.objects.create_account(name, None) for name in ("Cid", "Dee")]
    for seconds, player in enumerate((others[0], ben, others[1], ana)):
        seed.win(player, WON, clock, 50 + seconds)
    browser.force_login(ana)
    following.follow(ana, ben)
    assert names(browser, among="followed") == ["1 Ben", "2 Ana"]
    following.follow(ana, others[1])
    assert names(browser, among="followed") == ["1 Ben", "2 Dee", "3 Ana"]
    assert names(browser, among="followed", only="first") == ["1 Ben", "2 Dee", "3 Ana"]
    assert "places among yourselves" in words(browser.get(f"/deal/{WON}", {"among": "followed"}).text)


def test_who_follows_nobody_is_told_how(browser: Client, ana: Player, ben: Player, clock: Clock) -> None:
    seed.win(ben, WON, clock, 60)
    browser.force_login(ana)
    page = words(browser.get(f"/deal/{WON}", {"among": "followed"}).text)
    assert "None of the players you follow stands here." in page


def test_a_filter_is_kept_from_board_to_board_and_page_to_page(browser: Client, clock: Clock, ana: Player) -> None:
    players = Player.objects.bulk_create(
        Player(name=f"Guest {n}", name_key=f"guest {n}", name_look=str(n)) for n in range(52)
    )
    for seconds, player in enumerate(players):
        seed.win(player, WON, clock, 60 + seconds)
    page = browser.get(f"/deal/{WON}", {"board": "moves", "only": "first"}).text
    assert f'href="/deal/{WON}?board=score&amp;only=first#board"' in page
    assert f'href="/deal/{WON}?board=moves&amp;only=first&amp;only=week#board"' in page
    assert f'href="/deal/{WON}?board=moves#board"' in page, "chosen once more, a filter is off again"
    (after,) = re.findall(rf'href="/deal/{WON}\?board=moves&amp;only=first&amp;after=([^#]+)#board"', page)
    further = browser.get(f"/deal/{WON}?board=moves&only=first&after={after}").text
    assert [row.split()[0] for row in rows(further)] == ["1", "1"]
    assert f'href="/deal/{WON}?board=moves&amp;only=first#board"' in further


@pytest.mark.parametrize(
    ("only", "said"), [("sealed", "not been won in a sealed race"), ("week", "won this deal this")]
)
def test_an_empty_list_says_what_it_would_hold(
    browser: Client, ana: Player, clock: Clock, only: str, said: str
) -> None:
    seed.win(ana, WON, clock, 60)
    clock.ms += 2 * WEEK_MS
    assert said in words(browser.get(f"/deal/{WON}", {"only": only}).text)


@pytest.mark.parametrize("query", ["only=last", "only=first&only=last", "among=all", "only=first&board=x"])
def test_a_filter_that_is_none_is_not_found(browser: Client, ana: Player, query: str) -> None:
    assert browser.get(f"/deal/{WON}?{query}").status_code == 404


def test_the_api_takes_the_same_filters(browser: Client, ana: Player, ben: Player, clock: Clock) -> None:
    seed.win(ana, WON, clock, 90)
    seed.win(ana, WON, clock, 40)
    seed.win(ben, WON, clock, 60)
    browser.force_login(ana)
    address = f"/api/deals/{WON}/boards/fastest"
    first = browser.get(address, {"only": "first"}).json()
    assert [(row["place"], row["player"]["name"]) for row in first["rows"]] == [(1, "Ben"), (2, "Ana")]
    assert [row["player"]["name"] for row in first["around_you"]] == ["Ben", "Ana"]
    assert (first["only"], first["among"]) == (["first"], None)
    both = browser.get(address, {"only": ["week", "first"], "among": "followed"}).json()
    assert both["only"] == ["first", "week"]
    assert [row["player"]["name"] for row in both["rows"]] == ["Ana"]
    alone = browser.get(address, {"among": "followed"}).json()
    assert [row["player"]["name"] for row in alone["rows"]] == ["Ana"]
    wrong = browser.get(address, {"only": "last"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad-parameter")
    assert "first" in wrong.json()["text"]
