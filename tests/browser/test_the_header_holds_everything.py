"""Nothing of the header is cut off at any width in any language, and what there is no room for is in its menu."""

import pytest
from playwright.sync_api import Browser, Page

from tests.live.browsers import Browser as Client
from tests.server import Site

WIDTHS = (320, 360, 390, 543, 545, 831, 833, 900, 1183, 1185, 1279, 1281, 1440)
TOUCH = 44
NAME = "Maximilian of Oldenburg"
# What sticks out of the window, lies over its neighbour, is too small for a finger, or says less than it has to.
WRONG = """(touch) => {
  const seen = (el) => el.getBoundingClientRect().width > 0;
  const items = [...document.querySelectorAll('.logo, .site-head-in > .site-find, .site-nav > *')].filter(seen);
  const words = (el) => el.textContent.trim() || el.className;
  const boxes = items.map((el) => el.getBoundingClientRect());
  return items.flatMap((el, i) => [
    boxes[i].left < 0 || boxes[i].right > innerWidth ? `out: ${words(el)}` : '',
    i && boxes[i].left < boxes[i - 1].right - 0.5 ? `over: ${words(el)}` : '',
    !el.matches('.site-find') && boxes[i].height < touch ? `small: ${words(el)}` : '',
    !el.matches('.logo, .site-find, .site-player') && el.scrollWidth > el.clientWidth + 1 ? `cut: ${words(el)}` : '',
  ]).filter(Boolean);
}"""


@pytest.fixture
def page(site: Site, browser: Browser) -> Page:
    return browser.new_page(viewport={"width": 390, "height": 700}, reduced_motion="reduce")


def sign_in(page: Page, site: Site) -> None:
    Client(site).post("/signup", name=NAME, password1="nine-of-spades", password2="nine-of-spades")
    page.goto(f"{site.url}/login")
    page.locator("main input[name=username]").fill(NAME)
    page.locator("main input[name=password]").fill("nine-of-spades")
    page.locator("main form button").first.click()
    page.wait_for_load_state()


@pytest.mark.parametrize("language", ["en", "ms", "id", "lv"])
def test_nothing_is_cut_off_from_a_narrow_phone_to_a_desktop(page: Page, site: Site, language: str) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}/watch?hl={language}")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate(WRONG, TOUCH) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for name in ("/race", "/watch"):
            assert page.locator(f'.site-nav a[href^="{name}"]').is_visible()


def test_the_menu_is_opened_and_left_by_keyboard(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/watch")
    opener = page.get_by_role("button", name="Menu")
    opener.focus()
    page.keyboard.press("Enter")
    menu = page.locator("#site-menu")
    for name in ("Play", "Race", "Watch", "Boards", "Ladder", "Rules", "Settings", "Log in", "Sign up"):
        assert menu.get_by_role("link", name=name, exact=True).is_visible()
    page.keyboard.press("Escape")
    assert menu.is_hidden()
    assert opener.evaluate("(el) => el === document.activeElement")


def test_a_code_is_opened_from_the_menu(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/watch")
    page.get_by_role("button", name="Menu").click()
    page.locator("#site-menu").get_by_label("Deal code").last.fill("KL1-D1N-AAAAAAG")
    page.keyboard.press("Enter")
    page.wait_for_url("**/deal/KL1-D1N-AAAAAAG")


def test_a_link_within_the_page_closes_the_menu(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/")
    page.get_by_role("button", name="Menu").click()
    page.locator("#site-menu").get_by_role("link", name="Boards").click()
    page.locator("#site-menu").wait_for(state="hidden")
