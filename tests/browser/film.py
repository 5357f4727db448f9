"""Films of games that nobody had to play in a browser."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Page

from tests import databases
from tests.conftest import fresh_writer
from tests.server import Site


def written_beside(site: Site, django_db_blocker: Any, write: Callable[[], str]) -> str:
    """What `write` gives, which writes into the site's database: in a thread, for the browser's has an event loop."""

    def written() -> str:
        path = site.database_url.removeprefix("sqlite:///")
        with django_db_blocker.unblock(), databases.django_on(NAME=path), fresh_writer():
            return write()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(written).result()


def number(page: Page) -> int:
    """Of the move the film stands at."""
    return int(page.locator("#place").inner_text().partition(" / ")[0])
