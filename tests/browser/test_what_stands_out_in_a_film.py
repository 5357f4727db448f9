"""What stands out in a film: marks lead there, pauses are cut short, it fills the screen, a game goes on from it."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from solitaire.log import writer
from solitaire.players import joining
from solitaire.rules.cards import name
from solitaire.rules.deals import Deal
from solitaire.rules.game import Step, fold, start
from tests.browser.film import number, written_beside
from tests.browser.table import Table
from tests.replays import seed
from tests.server import Site

CODE = seed.WON
LINE = seed.line(CODE)
MOVES = (*LINE[:4], "u", "y", *LINE[4:8], "h", *LINE[8:40], "x")
PAUSED_BEFORE = 12
"""The move that was made after a while."""
PAUSE_S = 40
CUT_S = 15
"""A pause that is cut short has passed by then, whatever else the machine does, and one that is not has not."""


@pytest.fixture
def film(sit_down: Callable[..., Table], site: Site, django_db_blocker, monkeypatch: pytest.MonkeyPatch) -> Page:
    """The replay of a game with something of everything, on a site that somebody visits for the first time."""
    page = sit_down("KL1-D1N-AAAAAAG").page  # a practice game is not begun beside one of the same deck that counts

    def write() -> str:
        clock = seed.Clock()
        clock.ms = int(time.time() * 1000) - 600_000
        monkeypatch.setattr(writer, "now", clock)
        game = seed.deal(joining.new_guest(), CODE)
        for at, move in enumerate(MOVES, 1):
            clock.ms += 1000 * (PAUSE_S if at == PAUSED_BEFORE else 1)
            seed.move(game, move)
        return game

    page.goto(f"{site.url}/replay/{written_beside(site, django_db_blocker, write)}")
    page.locator("#place", has_text=f"0 / {len(MOVES)}").wait_for()
    return page


def led_to(page: Page, kind: str) -> Iterator[int]:
    """The moves that the marks of a kind lead to, one after the other, until they begin again."""
    button, seen = page.locator(f".mark-key.is-{kind}"), set[int]()
    while True:
        button.click()
        if (at := number(page)) in seen:
            return
        seen.add(at)
        yield at


def played() -> list[Step]:
    steps, game = [], start(Deal.parse(CODE))
    for move in MOVES:
        steps.append(game.play(move))
        game = steps[-1].game
    return steps


def test_each_mark_leads_to_the_move_at_which_it_happened(film: Page) -> None:
    steps = dict(enumerate(played(), 1))
    forward = {number: step for number, step in steps.items() if step.move not in "urh"}
    expected = {
        "pass": [number for number, step in steps.items() if step.move == "r"],
        "turned": [number for number, step in forward.items() if step.change.turned],
        "home": [number for number, step in forward.items() if any(to in "SHDC" for _, to, _ in step.change.carries)],
        "undo": [5],
        "hint": [11],
        "pause": [PAUSED_BEFORE],
    }
    assert all(expected.values())
    for kind, numbers in expected.items():
        film.keyboard.press("Home")
        assert list(led_to(film, kind)) == numbers, kind


def test_a_long_pause_is_cut_short_for_who_wishes_it(film: Page) -> None:
    film.locator("#speed").select_option("real")
    film.keyboard.press("p")
    film.locator(".move-list a").nth(PAUSED_BEFORE - 2).click()
    assert number(film) == PAUSED_BEFORE - 1
    film.get_by_role("button", name="Play", exact=True).click()
    expect(film.locator("#place")).not_to_have_text(f"{PAUSED_BEFORE - 1} / {len(MOVES)}", timeout=1000 * CUT_S)


def test_it_fills_the_screen_and_leaves_it_again(film: Page) -> None:
    full = film.locator("#full")
    for pressed in ("true", "false"):
        film.keyboard.press("f")
        expect(full).to_have_attribute("aria-pressed", pressed)
        assert film.evaluate("document.fullscreenElement !== null") == (pressed == "true")


def test_a_practice_game_goes_on_from_the_move_that_is_shown(film: Page, site: Site) -> None:
    film.locator(".move-list a").nth(7).click()
    film.get_by_role("button", name="Play on from here").click()
    film.wait_for_url(f"{site.url}/game/*")
    there = fold(Deal.parse(CODE), MOVES[:8]).position
    table = Table(film, site.url, CODE)
    film.locator(".felt .card").first.wait_for()
    expect(film.get_by_text("practice", exact=False).first).to_be_visible()
    assert table.shown()["columns"] == [
        ["??"] * down + [name(card) for card in column[down:]]
        for column, down in zip(there.columns, there.down, strict=True)
    ]
    before = there.moves
    film.keyboard.press("d")
    expect(film.locator("#moves")).to_have_text(str(before + 1))
