"""People who race in a real browser."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page

from solitaire.rules.deals import Deal
from solitaire.rules.game import start
from tests.browser.table import PLACES, Table


class Racer(Table):
    """A window of somebody on their own, at the pages of races; at a table on a known deck it knows the rules too."""

    def __init__(self, page: Page, url: str, code: str = "") -> None:
        super().__init__(page, url, code or "KL1-D1N-AAAAAAA")
        self.code = code

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.page.locator("#table").get_attribute("data-game") or ""

    def race_now(self) -> None:
        """Press *Race now*, as the house has it."""
        self.page.goto(f"{self.url}/race")
        self.page.get_by_role("button", name="Race now").click()
        self.page.wait_for_url("**/race/*")

    def open_room(self, seats: int = 2, code: str = "") -> str:
        """Open a room, on a code where one is given; its address."""
        self.page.goto(f"{self.url}/race")
        self.page.get_by_label("Seats").fill(str(seats))
        if code:
            self.page.get_by_text("or a deck of your choice").click()
            self.page.get_by_label("a deal code of your choice").fill(code)
            self.know(code)
        self.page.get_by_role("button", name="Open the room").click()
        self.page.wait_for_url("**/race/*")
        return self.page.url

    def know(self, code: str) -> None:
        """The deck is known."""
        self.code = code
        self.game = start(Deal.parse(code))

    def take_a_seat(self, race: str, code: str = "") -> None:
        """Go to a race, and sit down in it."""
        if code:
            self.know(code)
        self.page.goto(race)
        self.page.get_by_role("button", name="Take a seat").click()
        self.page.locator("#ready").wait_for()

    def ready(self) -> None:
        """Say that one is."""
        self.page.get_by_role("button", name="I am ready").click()

    def dealt(self) -> list[str]:
        """Wait for the cards; those that lie face up in the columns."""
        self.at_version(1)
        return [card["card"] for card in self.page.evaluate(PLACES)["cards"] if card["pile"] in "1234567"]

    def give_up(self) -> None:
        """End one's own game."""
        self.control("Give up").click()
        self.page.locator("#ask-yes").click()

    def lane(self, name: str) -> str:
        """What the lane of somebody says."""
        return self.page.locator("#lanes .lane", has_text=name).inner_text()


def window(browser: Browser, url: str, **context: Any) -> Racer:
    """A new window of somebody the site has not seen."""
    context.setdefault("viewport", {"width": 1100, "height": 720})
    context.setdefault("reduced_motion", "reduce")
    page = browser.new_context(**context).new_page()
    page.set_default_timeout(60_000)
    return Racer(page, url)


Windows = Callable[..., Racer]
