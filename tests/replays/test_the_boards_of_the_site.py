"""`/boards`: decks won this week, this month and ever, streaks of days; what counts, and the games behind each row."""

import re

import pytest
from django.test import Client

from replays import boards, site_boards
from replays.models import DeckWin
from replays.site_boards import SiteBoard, read
from solitaire.players import joining
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from solitaire.players.privacy import Audience, Privacy
from solitaire.rules.deals import Deal, deal_of_deck
from tests.replays import raced, seed
from tests.replays.seed import LOST, WON, WON_ONE, WON_STANDARD, WON_THOUGHTFUL, Clock, line
from tests.replays.test_the_deal_page import rows, words

DAY = 86_400_000


@pytest.fixture
def browser() -> Client:
    return Client()


@pytest.fixture(autouse=True)
def now_is_what_the_clock_says(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (boards, site_boards):
        monkeypatch.setattr(module, "now_ms", clock)


def standing(board: str) -> list[tuple[int, str, int]]:
    return [(line.place, line.row.owner.name, line.value) for line in read(SiteBoard(board)).lines]


def test_a_deck_counts_once_a_player_whatever_the_rules(ana: Player, ben: Player, clock: Clock) -> None:
    first = seed.win(ana, WON, clock, 60)
    seed.win(ana, WON, clock, 30)
    seed.win(ana, WON.replace("D3N", "D3S"), clock, 30, line(WON))
    seed.win(ben, WON, clock, 60)
    seed.win(ben, WON_ONE, clock, 60)
    assert standing("wins") == [(1, "Ben", 2), (2, "Ana", 1)]
    assert DeckWin.objects.get(owner=ana).game_id == first


def test_a_deck_that_somebody_has_laid_out_does_not_count(ana: Player, clock: Clock) -> None:
    laid_out = deal_of_deck(Deal.parse(WON).deck, "KL", 3, "N").code
    seed.win(ana, laid_out, clock, 60, line(WON))
    assert all(standing(board) == [] for board in SiteBoard)
    seed.win(ana, WON, clock, 60)
    assert standing("wins") == [(1, "Ana", 1)], "the same cards by their number do"


def test_hinted_lost_and_given_up_games_do_not_count(ana: Player, clock: Clock) -> None:
    seed.win(ana, WON, clock, 60, ("h", *line(WON)))
    seed.move(seed.deal(ana, LOST), *line(LOST))
    seed.move(seed.deal(ana, WON_ONE), "x")
    assert standing("wins") == []


def test_a_sealed_race_counts_once_it_has_settled(ana: Player, ben: Player, clock: Clock) -> None:
    race = raced.begin(clock, [ana, ben])
    raced.win(clock, race, ana, 300)
    assert standing("wins") == []
    raced.settle(clock, race)
    assert standing("wins") == [(1, "Ana", 1)]


def test_a_week_and_a_month_count_what_was_new_in_them(ana: Player, ben: Player, clock: Clock) -> None:
    seed.win(ana, WON, clock, 60)
    seed.win(ana, WON_ONE, clock, 60)
    assert standing("week") == standing("month") == [(1, "Ana", 2)]
    clock.ms += 7 * DAY
    seed.win(ana, WON, clock, 60)
    seed.win(ben, WON, clock, 60)
    assert standing("week") == [(1, "Ben", 1)], "Ana has won nothing new"
    assert standing("month") == [(1, "Ana", 2), (2, "Ben", 1)]
    clock.ms += 31 * DAY
    assert standing("week") == standing("month") == []


def test_equal_numbers_share_a_place_and_who_was_there_first_is_above(
    ana: Player, ben: Player, guest: Player, clock: Clock
) -> None:
    for player in (ben, ana, guest):
        seed.win(player, WON, clock, 60)
        seed.win(player, WON_ONE, clock, 60)
    seed.win(guest, WON_STANDARD, clock, 60)
    late = Player.objects.create_account("Late", None)
    seed.win(late, WON, clock, 60)
    assert standing("wins") == [(1, guest.name, 3), (2, "Ben", 2), (2, "Ana", 2), (4, "Late", 1)]


def test_at_the_same_moment_the_lower_id_is_above(ana: Player, ben: Player, clock: Clock) -> None:
    for player in (ana, ben):
        clock.ms = seed.NOON
        seed.win(player, WON, clock, 60)
    assert [line.row.owner_id for line in read(SiteBoard.WINS).lines] == sorted([ana.pk, ben.pk])


def test_a_streak_is_of_days_in_a_row_with_a_new_deck_on_each(ana: Player, ben: Player, clock: Clock) -> None:
    clock.ms -= clock.ms % DAY
    codes = [WON, WON_ONE, WON_STANDARD, WON_THOUGHTFUL]
    for day, code in enumerate(codes[:3]):
        clock.ms = seed.NOON - seed.NOON % DAY + day * DAY + 1000
        seed.win(ana, code, clock, 1)
        seed.win(ben, WON, clock, 1)
    (first, second) = read(SiteBoard.STREAKS).lines
    assert (first.row.owner, first.value, first.going_on) == (ana, 3, True)
    assert (second.row.owner, second.value, second.going_on) == (ben, 1, False)
    clock.ms += 2 * DAY
    seed.win(ana, codes[3], clock, 1)
    line = read(SiteBoard.STREAKS).lines[0]
    assert (line.value, line.going_on) == (3, False), "the longest stays, and this one begins anew"


def test_a_win_that_is_reviewed_counts_again_once_all_is_fine(ana: Player, clock: Clock) -> None:
    from replays import results
    from solitaire.races import conduct
    from solitaire.races.models import Flag

    game = seed.win(ana, WON, clock, 60)
    again = seed.win(ana, WON, clock, 60)
    flag = Flag.objects.create(id="f", game=game, player=ana, kind="inhuman-pace", detail={}, at=clock.ms)
    results.reviewed(conduct.Reviewed(game), ())
    assert DeckWin.objects.get().game_id == again, "the next win of the deck counts instead"
    flag.delete()
    results.reviewed(conduct.Reviewed(game), ())
    assert DeckWin.objects.get().game_id == game


def test_a_guests_decks_come_along_and_count_once(ana: Player, clock: Clock) -> None:
    guest = joining.new_guest()
    seed.win(guest, WON, clock, 60)
    seed.win(guest, WON_ONE, clock, 60)
    seed.win(ana, WON, clock, 60)
    absorb(guest, ana)
    assert standing("wins") == [(1, "Ana", 2)]


# --- the pages ---


def test_each_board_says_what_it_ranks_and_leads_to_the_games_behind_it(
    browser: Client, ana: Player, clock: Clock
) -> None:
    game = seed.win(ana, WON, clock, 61)
    for board, said in (
        ("week", "Ranked by decks won this week"),
        ("month", "Ranked by decks won this month"),
        ("wins", "Ranked by decks won;"),
        ("streaks", "Ranked by the longest run of days (UTC)"),
    ):
        page = browser.get(f"/boards/{board}").text
        assert said in words(page)
        assert "A deck counts once a player" in words(page)
        assert rows(page)[0].startswith("1 Ana")
        behind = f"/boards/{board}/{ana.pk}"
        assert f'href="{behind}"' in page
        assert f'href="/replay/{game}"' in browser.get(behind).text


def test_all_boards_are_there_at_a_glance(browser: Client, ana: Player, clock: Clock) -> None:
    empty = browser.get("/boards")
    assert empty.status_code == 200
    assert words(empty.text).count("Nobody yet. Win a deck, and you lead.") == 4
    seed.win(ana, WON, clock, 61)
    page = browser.get("/boards").text
    assert words(page).count("1 Ana 1 deck") == 3
    assert "1 Ana 1 day" in words(page)
    for address in ("/boards/week", "/boards/streaks", "/ladder/1", "/ladder/3", f"/deal/{WON}"):
        assert f'href="{address}"' in page


def test_a_long_board_has_pages_and_ones_own_place(browser: Client, ana: Player, clock: Clock) -> None:
    others = Player.objects.bulk_create(
        Player(name=f"Guest {n}", name_key=f"guest {n}", name_look=str(n)) for n in range(51)
    )
    for player in others:
        clock.ms += 1
        seed.win(player, WON, clock, 1)
    seed.win(ana, WON, clock, 1)
    browser.force_login(ana)
    page = browser.get("/boards/wins").text
    listed = rows(page)
    assert len(listed) == 50 + 1 + 3
    assert listed[-1].startswith("1 Ana (you)")
    (after,) = re.findall(r'href="/boards/wins\?after=([^"]+)"', page)
    further = rows(browser.get(f"/boards/wins?after={after}").text)
    assert [" ".join(row.split()[:2]) for row in further] == ["1 Guest", "1 Ana"]


def test_who_does_not_stand_there_has_an_empty_page_behind(browser: Client, ana: Player) -> None:
    page = browser.get(f"/boards/week/{ana.pk}")
    assert page.status_code == 200
    assert "No game of theirs counts here at the moment." in page.text


def test_games_that_a_player_keeps_to_themselves_are_not_gathered(browser: Client, ana: Player, clock: Clock) -> None:
    game = seed.win(ana, WON, clock, 61)
    ana.privacy = Privacy(games=Audience.NOBODY).kept()
    ana.save()
    page = browser.get(f"/boards/wins/{ana.pk}").text
    assert "This player keeps their games to themselves." in page
    assert game not in page
    assert rows(browser.get("/boards/wins").text)[0].startswith("1 Ana"), "the place stays"
    assert browser.get(f"/api/boards/wins/players/{ana.pk}").json()["games"] == []
    browser.force_login(ana)
    assert game in browser.get(f"/boards/wins/{ana.pk}").text


def test_an_absorbed_guests_page_leads_to_the_account(browser: Client, ana: Player) -> None:
    guest = joining.new_guest()
    absorb(guest, ana)
    answer = browser.get(f"/boards/wins/{guest.pk}")
    assert (answer.status_code, answer["Location"]) == (302, f"/boards/wins/{ana.pk}")


@pytest.mark.parametrize(
    "address", ["/boards/best", "/boards/week?after=1.2", "/boards/week/x", "/boards/best/x", "/boards/week/%00"]
)
def test_an_address_that_no_page_gave_is_not_found(browser: Client, ana: Player, address: str) -> None:
    assert browser.get(address).status_code == 404


def test_the_api_tells_the_same(browser: Client, ana: Player, clock: Clock) -> None:
    game = seed.win(ana, WON, clock, 61)
    browser.force_login(ana)
    week = browser.get("/api/boards/week").json()
    assert week["ends_at"] - week["begins_at"] == 7 * DAY
    (row,) = week["rows"]
    assert (row["place"], row["player"]["name"], row["value"], row["reached_at"]) == (1, "Ana", 1, clock.ms)
    assert week["around_you"] == [row]
    streaks = browser.get("/api/boards/streaks").json()["rows"][0]
    assert streaks["until"] - streaks["since"] == DAY
    behind = browser.get(f"/api/boards/streaks/players/{ana.pk}").json()
    assert [each["id"] for each in behind["games"]] == [game]
    assert behind["row"] == streaks
    assert browser.get("/api/boards/best").status_code == 422
    assert browser.get("/api/boards/week?after=1").json()["code"] == "bad-cursor"
    assert browser.get("/api/boards/week/players/x").json()["code"] == "no-such-player"
    assert browser.get("/api/ladder/1").json() == {"draw": 1, "rows": [], "next": None}
    assert browser.get("/api/ladder/2").status_code == 422


def test_past_weeks_and_months_stay_and_lead_to_each_other(browser: Client, ana: Player, ben: Player, clock: Clock):
    game = seed.win(ana, WON, clock, 61)
    clock.ms += 14 * DAY
    seed.win(ben, WON_ONE, clock, 61)
    now = browser.get("/boards/week").text
    assert 'rel="prev" href="/boards/week?of=2030-03-18"' in now
    assert 'rel="next"' not in now
    between = browser.get("/boards/week?of=2030-03-18").text
    assert "Nobody won a deck new to them in that time." in between
    first = browser.get("/boards/week?of=2030-03-11").text
    assert "Week of March 11, 2030" in first
    assert "Who led" in first
    assert 'href="/boards/week">This week' in re.sub(r"\s+", " ", first), "which it is not: it leads there"
    assert "Ana" in first
    assert "Ben" not in first
    assert 'rel="next" href="/boards/week?of=2030-03-18"' in first
    assert 'rel="prev"' not in first, "nobody had won anything before"
    assert f"/boards/week/{ana.pk}?of=2030-03-11" in first
    assert f"/replay/{game}" in browser.get(f"/boards/week/{ana.pk}?of=2030-03-11").text
    assert f"/replay/{game}" not in browser.get(f"/boards/week/{ana.pk}").text
    clock.ms += 31 * DAY
    assert "Ana" in browser.get("/boards/month?of=2030-03").text


def test_the_api_tells_of_past_weeks_and_months_too(browser: Client, ana: Player, ben: Player, clock: Clock) -> None:
    game = seed.win(ana, WON, clock, 61)
    clock.ms += 14 * DAY
    seed.win(ben, WON_ONE, clock, 61)
    now = browser.get("/api/boards/week").json()
    assert [row["player"]["name"] for row in now["rows"]] == ["Ben"]
    assert (now["before"], now["after"]) == ("2030-03-18", None)
    between = browser.get("/api/boards/week?of=2030-03-18").json()
    assert (between["rows"], between["before"], between["after"]) == ([], "2030-03-11", "2030-03-25")
    browser.force_login(ana)
    first = browser.get("/api/boards/week?of=2030-03-11").json()
    assert first["around_you"] == first["rows"]
    assert [row["player"]["name"] for row in first["rows"]] == ["Ana"]
    assert (first["before"], first["after"], first["ends_at"] - first["begins_at"]) == (None, "2030-03-18", 7 * DAY)
    behind = f"/api/boards/week/players/{ana.pk}"
    assert [each["id"] for each in browser.get(f"{behind}?of=2030-03-11").json()["games"]] == [game]
    assert browser.get(behind).json()["games"] == []
    clock.ms += 31 * DAY
    month = browser.get("/api/boards/month?of=2030-03").json()
    assert [row["player"]["name"] for row in month["rows"]] == ["Ana", "Ben"]


@pytest.mark.parametrize(
    "asked",
    [
        "week?of=2030-03-04",
        "week?of=2030-03-12",
        "week?of=2030-03-18",
        "week?of=2030-03",
        "week?of=x",
        "month?of=2030-03-11",
        "month?of=2029-01",
        "month?of=2030-13",
        "month?of=9999-12",
        "wins?of=ever",
        "streaks?of=2030-03",
    ],
)
def test_a_week_or_month_that_is_not_there_is_not_found(browser: Client, ana: Player, clock: Clock, asked: str) -> None:
    seed.win(ana, WON, clock, 61)
    assert browser.get(f"/boards/{asked}").status_code == 404
    told = browser.get(f"/api/boards/{asked}")
    assert (told.status_code, told.json()["code"]) == (404, "no-such-period")
