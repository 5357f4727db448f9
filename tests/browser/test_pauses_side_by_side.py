"""Games side by side share one clock: a pause is skipped where nobody plays, for who wishes it, and no move with it."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from solitaire.log import writer
from solitaire.players import joining
from tests.browser.film import written_beside
from tests.browser.table import Table
from tests.replays import seed
from tests.server import Site

CODE = seed.WON
MOVES = seed.line(CODE)[:3]
TIMES = ((300, 1_200_000, 1_200_500), (600, 600_000, 1_800_000))
"""When each of the two games moves, in milliseconds of its clock: for minutes neither does."""
SHORT_S = 60
"""No pause would be over by then, whatever else the machine does."""
WATCH = r"""() => {
  window.shown = [];
  const see = () => window.shown.push([
    document.getElementById("reel-clock").textContent,
    ...[...document.querySelectorAll(".reel-state")].map((state) => Number(state.textContent.match(/\d+(?= move)/)[0])),
  ]);
  const any = { childList: true, characterData: true, subtree: true };
  new MutationObserver(see).observe(document.getElementById("reel-clock"), any);
}"""


@pytest.fixture
def reel(sit_down: Callable[..., Table], site: Site, django_db_blocker, monkeypatch: pytest.MonkeyPatch) -> Page:
    """Both games beside each other, at their start and on one clock, in real time."""
    page = sit_down("KL1-D1N-AAAAAAG").page

    def write() -> str:
        clock, games = seed.Clock(), []
        monkeypatch.setattr(writer, "now", clock)
        for times in TIMES:
            dealt = clock.ms = int(time.time() * 1000) - 3_600_000
            games.append(seed.deal(joining.new_guest(), CODE))
            for move, at in zip(MOVES, times, strict=True):
                clock.ms = dealt + at
                seed.move(games[-1], move)
            seed.move(games[-1], "x")
        return "&".join(f"game={game}" for game in games)

    page.goto(f"{site.url}/compare?{written_beside(site, django_db_blocker, write)}")
    page.locator(".reel-table").nth(1).wait_for()
    page.get_by_role("button", name="To the start").click()
    page.locator("#reel-speed").select_option("1")
    page.evaluate(WATCH)
    return page


def seconds(clock: str) -> int:
    """A clock's reading as a number."""
    total = 0
    for part in clock.split(":"):
        total = 60 * total + int(part)
    return total


def moved(times: tuple[int, ...], at: int) -> int:
    """How many moves a game had by a second."""
    return sum(time_ms < 1000 * at for time_ms in times)


def seen(page: Page) -> list[tuple[int, tuple[int, ...]]]:
    """The second and how far each game was, whenever the clock showed another."""
    return [(seconds(clock), tuple(moves)) for clock, *moves in page.evaluate("shown")]


def test_all_pauses_are_skipped_and_each_move_is_shown_at_its_time(reel: Page) -> None:
    reel.get_by_label("Skip long pauses").check()
    reel.get_by_role("button", name="Play", exact=True).click()
    reel.locator("#reel-clock", has_text="30:00").wait_for()
    shown = seen(reel)
    assert shown == sorted(shown), "the one clock goes forward, and no game back"
    for at, moves in shown:
        assert all(moved(times, at) <= move <= moved(times, at + 1) for times, move in zip(TIMES, moves, strict=True))
        assert any(abs(at - time_ms / 1000) < SHORT_S for times in TIMES for time_ms in (0, *times))
    assert {at // SHORT_S for at, _ in shown} >= {10, 20, 30}, "where only one of them plays there is no pause"


def test_a_pause_lasts_for_who_does_not_wish_it_away(reel: Page) -> None:
    reel.get_by_role("button", name="Play", exact=True).click()
    expect(reel.locator("#reel-clock")).to_have_text(re.compile(r"0:(0[3-9]|[1-5]\d)"), timeout=1000 * SHORT_S)
    assert all(at < SHORT_S and moves == (1, 1) for at, moves in seen(reel))
