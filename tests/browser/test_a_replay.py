"""A game watched again, and one watched while it goes on."""

import re

import pytest

from tests.browser.table import Table, moves_in, recorded_moves

CODE = "KL1-D1C-OJNICRG"  # 34 moves, of which three were undone and one of these redone
MOVES = recorded_moves(CODE)


class Film:
    """A replay page."""

    def __init__(self, table: Table, query: str = "") -> None:
        self.page = table.page.context.new_page()
        self.page.on("pageerror", lambda error: table.problems.append(str(error)))
        self.page.on("console", table.heard)
        self.page.goto(f"{table.url}/replay/{table.id}{query}")
        self.page.locator("#film").wait_for(state="visible")
        self.reader = Table(self.page, table.url, table.code)

    def at(self, place: str) -> None:
        """Wait until the film stands at a place such as "3 / 34"."""
        self.page.locator("#place", has_text=re.compile(rf"^{place}$")).wait_for()

    def press(self, label: str) -> None:
        """Press one of the film's buttons."""
        self.page.locator("#film").get_by_role("button", name=label, exact=True).click()

    def columns(self) -> list[list[str]]:
        """What lies in the columns."""
        return self.reader.shown()["columns"]

    def listed_at(self, number: str) -> None:
        """Wait until the list has followed to a move: it rolls on meanwhile, under whatever is about to click it."""
        self.page.locator(".move-list .is-current .move-number", has_text=re.compile(f"^{number}$")).wait_for()

    def listed(self) -> list[str]:
        """The moves of the list, as written beside the board."""
        return self.page.locator(".move-list .move-what").all_inner_texts()


@pytest.fixture
def played(sit_down) -> Table:
    """A game played to the end: its last move resigns it."""
    table = sit_down(CODE)
    table.rush([*MOVES, "x"])
    return table


def test_it_is_stepped_both_ways_and_jumped_about_in(played):
    film = Film(played)
    film.at("0 / 35")
    dealt = film.columns()
    film.press("One move on")
    film.at("1 / 35")
    film.press("To the last move")
    film.at("35 / 35")
    film.page.keyboard.press("ArrowLeft")
    film.at("34 / 35")
    film.page.keyboard.press("Home")
    film.at("0 / 35")
    assert film.columns() == dealt
    film.page.locator("#scrub").fill("20")
    film.at("20 / 35")
    film.listed_at("20")
    film.page.locator(".move-list a").nth(9).click()
    film.at("10 / 35")


def test_it_shows_the_very_table_that_was_played_on(played):
    film = Film(played, "?move=34")
    film.at("34 / 35")
    shown = film.reader.shown()
    del shown["moves"]
    assert shown["waste"] == played.shown()["waste"]
    assert shown["foundations"] == played.shown()["foundations"]


def test_the_address_is_a_link_to_the_move_and_kept_while_one_moves(played):
    film = Film(played, "?move=17")
    film.at("17 / 35")
    film.press("One move on")
    film.page.wait_for_url("**?move=18")
    film.page.reload()
    film.at("18 / 35")


def test_it_plays_and_pauses(played):
    film = Film(played, "?move=30")
    film.page.locator("#speed").select_option("16")
    film.press("Play")
    film.at("35 / 35")
    film.page.get_by_role("button", name="Play", exact=True).wait_for()  # it has stopped by itself
    film.page.locator("#speed").select_option("0.5")
    film.press("Play")
    film.at("0 / 35")
    film.press("Pause")
    film.page.get_by_role("button", name="Play", exact=True).wait_for()


def test_moves_that_were_undone_are_shown_or_left_out(played):
    film = Film(played)
    as_happened = film.listed()
    assert len(as_happened) == 35
    undos, redos = MOVES.count("u"), MOVES.count("y")
    assert as_happened.count("undo") == undos
    film.press("To the last move")
    end = film.columns()
    film.page.get_by_label("Show undone moves").uncheck()
    assert len(film.listed()) == 35 - 2 * undos
    assert "undo" not in film.listed()
    assert "redo" not in film.listed()
    assert film.columns() == end
    film.page.get_by_label("Show undone moves").check()
    assert film.listed() == as_happened
    assert redos


def test_it_is_downloaded_as_a_game_record(played):
    film = Film(played)
    with film.page.expect_download() as download:
        film.page.get_by_role("link", name="Game record").click()
    assert download.value.suggested_filename.endswith(".kgr")
    assert moves_in(download.value.path().read_text()) == [*MOVES, "x"]


def test_a_game_going_on_is_followed_live(sit_down):
    table = sit_down(CODE)
    table.rush(MOVES[:5])
    film = Film(table)
    film.at("5 / 5")
    film.page.get_by_text("live", exact=True).wait_for()
    table.rush(MOVES[5:8])
    film.at("8 / 8")
    assert film.reader.shown() == table.shown()


def test_whoever_has_gone_back_is_not_pulled_along_until_they_say_so(sit_down):
    table = sit_down(CODE)
    table.rush(MOVES[:5])
    film = Film(table)
    film.press("One move back")
    film.at("4 / 5")
    table.rush(MOVES[5:8])
    film.at("4 / 8")
    film.press("Live")
    film.at("8 / 8")
    table.rush(MOVES[8:9])
    film.at("9 / 9")


def test_all_cards_can_be_seen_once_the_game_is_over(sit_down):
    table = sit_down(CODE)
    table.rush(MOVES[:5])
    film = Film(table, "?move=2")
    film.at("2 / 5")
    choice = film.page.get_by_label("Show face-down cards")
    assert choice.is_hidden()
    table.rush(["x"])
    film.at("2 / 6")
    choice.check()
    assert "??" not in str(film.columns())
    choice.uncheck()
    assert str(film.columns()).count("??") == 21


def test_a_game_that_is_not_there_is_said_so(sit_down):
    table = sit_down(CODE)
    answer = table.page.goto(f"{table.url}/replay/aaaaaaaaaaaa")
    assert answer.status == 404


def test_a_game_that_cannot_be_fetched_can_be_tried_again(played):
    page = played.page.context.new_page()
    page.route("**/events?after=0", lambda route: route.abort())
    page.goto(f"{played.url}/replay/{played.id}")
    page.get_by_text("The game could not be fetched.").wait_for()
    page.unroute("**/events?after=0")
    page.get_by_role("button", name="Try again").click()
    page.locator("#place", has_text="0 / 35").wait_for()
