"""Names of a single long word: the page of a deal is no wider than the narrowest phone."""

from playwright.sync_api import Browser

from tests.live.browsers import Browser as Client
from tests.server import Site

CODE = "KL1-D1N-NARROWS"
NAME = "W" * 24
WIDTH = 320


def test_the_page_of_a_deal_does_not_scroll_sideways(site: Site, browser: Browser) -> None:
    client = Client(site)
    client.post("/signup", name=NAME, password1="nine-of-spades", password2="nine-of-spades")
    game = client.deal(CODE)
    with client.socket(game) as socket:
        socket.hello()
        socket.play("x")
    page = browser.new_page(viewport={"width": WIDTH, "height": 640})
    page.goto(f"{site.url}/deal/{CODE}")
    assert page.get_by_role("link", name=NAME, exact=True).count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") == WIDTH
    for button in page.locator("#replays .icon-button").all():
        box = button.bounding_box()
        assert box
        assert box["x"] + box["width"] <= WIDTH
