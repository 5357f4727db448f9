"""Games of one deck on one clock and move by move, and a film in another site's page."""

import re
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.browser.table import Table, recorded_moves

CODE = "KL1-D1C-OJNICRG"
MOVES = recorded_moves(CODE)


@pytest.fixture
def two(sit_down) -> list[Table]:
    """Two games of one deal, the first given up after ten moves, the second after all."""
    tables = [sit_down(CODE), sit_down(CODE)]
    tables[0].rush([*MOVES[:10], "x"])
    tables[1].rush([*MOVES, "x"])
    return tables


def test_they_are_chosen_on_the_deals_page_and_go_together(two):
    page, games = two[0].page, [table.id for table in two]
    page.goto(f"{two[0].url}/deal/{CODE}")
    for game in games:
        page.locator(f'input[value="{game}"]').check()
    page.get_by_role("button", name="Compare the chosen games").click()
    page.locator(".reel-table").nth(1).wait_for()
    page.get_by_label("Together").select_option("move by move")
    page.get_by_role("button", name="To the start").click()

    def at(moment: str) -> None:
        page.locator("#reel-clock", has_text=re.compile(f"^{moment}$")).wait_for()

    at("Move 0")
    page.get_by_role("button", name="One move on").click()
    page.locator("#reel-scrub").press("ArrowRight")
    at("Move 2")
    page.get_by_role("button", name="To the end").click()
    at(f"Move {len(MOVES) + 1}")
    page.get_by_label("Together").select_option("one clock")
    at(r"\d+:\d\d")


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Puts a page up on another site, and says where."""

    class Page(BaseHTTPRequestHandler):
        text = ""

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(self.text.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    Thread(target=server.serve_forever, daemon=True).start()

    def show(text: str) -> str:
        Page.text = text
        return f"http://localhost:{server.server_port}/"

    yield show
    server.shutdown()
    server.server_close()


def test_another_site_may_frame_the_bare_film_alone(two, elsewhere):
    shown = two[1]
    page = shown.page.context.new_page()
    address = elsewhere(
        f'<iframe name="film" src="{shown.url}/embed/{shown.id}?move=7"></iframe>'
        f'<iframe name="whole" src="{shown.url}/replay/{shown.id}"></iframe>'
    )
    page.goto(address)
    film = page.frame_locator("[name=film]")
    film.locator("#place", has_text=f"7 / {len(MOVES) + 1}").wait_for()
    film.get_by_role("button", name="One move on").click()
    film.locator("#place", has_text=f"8 / {len(MOVES) + 1}").wait_for()
    assert page.frame_locator("[name=whole]").locator("#table").count() == 0


def test_a_film_keeps_its_end_to_itself_and_tells_each_move(two):
    page = two[1].page.context.new_page()
    page.goto(f"{two[1].url}/replay/{two[1].id}?move=3")
    page.locator("#place", has_text="3 / ").wait_for()
    page.keyboard.press("s")
    page.keyboard.press("n")
    page.locator("#place", has_text=re.compile(r"^3$")).wait_for()
    page.keyboard.press("ArrowRight")
    page.locator("#caption", has_text=re.compile(r"^4\. ")).wait_for()
    assert page.locator("#scrub").get_attribute("max") == "4"
    assert page.get_by_role("button", name="To the last move").is_hidden()
    assert page.locator(".move-list li:visible").count() == 4
    page.keyboard.press("s")
    page.locator("#place", has_text=f"4 / {len(MOVES) + 1}").wait_for()
