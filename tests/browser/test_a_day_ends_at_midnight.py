"""Midnight UTC in open windows: the attempt that is going on ends, the next deals come, and the seal can be checked."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from solitaire.daily.day import date_at, start_of
from solitaire.live.table import now_ms
from tests.server import Site

SETTINGS = "tests.daily.moved_settings"
ON = date_at(now_ms()) + timedelta(days=2)
"""The day that the site believes it is: far enough ahead for no midnight of our own to matter."""


class Moved:
    """The clock of a site, put to so many seconds before the end of the day `ON`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def before_midnight(self, seconds: float) -> None:
        midnight = start_of(ON + timedelta(days=1))
        self.path.write_text(str(midnight - int(seconds * 1000) - now_ms()))


@pytest.fixture
def moved(tmp_path: Path) -> Moved:
    moved = Moved(tmp_path / "moved")
    moved.before_midnight(6 * 3600)
    return moved


@pytest.fixture
def site(new_site: Callable[..., Site], moved: Moved) -> Site:
    return new_site(DJANGO_SETTINGS_MODULE=SETTINGS, MOVED=str(moved.path))


def visitor(browser: Browser) -> Page:
    page = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce").new_page()
    page.set_default_timeout(40_000)
    page.add_init_script("localStorage.setItem('samedeal-toured', '1')")
    return page


def test_midnight_comes_to_who_plays_and_to_who_waits(site: Site, moved: Moved, browser: Browser) -> None:
    player, waiting = visitor(browser), visitor(browser)
    player.goto(f"{site.url}/daily")
    player.get_by_role("button", name="Play").first.click()
    player.wait_for_url("**/game/*")
    player.locator('.pile[data-pile="s"]').wait_for()
    player.keyboard.press("d")
    player.locator("#moves", has_text="1").wait_for()
    assert player.get_by_role("button", name="Hint").count() == 0
    moved.before_midnight(5)
    waiting.goto(f"{site.url}/daily")
    waiting.locator(f'.day-title time[datetime="{ON + timedelta(days=1)}"]').wait_for()
    player.locator("#result").wait_for(state="visible")
    player.get_by_role("link", name="Your place on the board").click()
    player.wait_for_url(f"**/daily/{ON}/1")
    player.locator('#seal-holds[data-holds="true"]').wait_for()
    assert player.locator("#seal-code").inner_text().startswith("KL2-D1N-")
    player.goto(f"{site.url}/daily/{ON}/1?board=guests")
    player.locator(".board tr.is-you").wait_for()
    assert "of 52 cards home" in player.locator("#telling").input_value()
    for page in (player, waiting):
        page.context.close()
