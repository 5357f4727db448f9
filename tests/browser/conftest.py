"""Pages of a real Chromium over a real Daphne."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.race import Racer, Windows, window
from tests.browser.table import Table
from tests.conftest import driven
from tests.server import Site


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser(chromium_address: str) -> Iterator[Browser]:
    """Playwright for a whole file: none of these tests runs an event loop of its own."""
    with driven(chromium_address) as started:
        yield started


@pytest.fixture
def sit_down(site: Site, browser: Browser) -> Iterator[Callable[..., Table]]:
    """Deals a code to a new visitor at a table of their own; at the end no page may have had an error."""
    tables: list[Table] = []

    def deal(
        code: str,
        at: Site = site,
        prepare: Callable[[Page], None] | None = None,
        kind: type[Table] = Table,
        **context: Any,
    ) -> Table:
        context.setdefault("viewport", {"width": 1000, "height": 640})
        context.setdefault("reduced_motion", "reduce")
        page = browser.new_context(**context).new_page()
        page.set_default_timeout(30_000)
        page.add_init_script("localStorage.setItem('samedeal-toured', '1')")  # nobody here wants to be shown around
        if prepare:
            prepare(page)
        table = kind(page, at.url, code)
        tables.append(table)
        return table.deal()

    yield deal
    problems = [problem for table in tables for problem in table.problems]
    for table in tables:
        table.page.context.close()
    assert problems == []


@pytest.fixture
def choose(site: Site) -> Callable[..., Callable[[Page], None]]:
    """Has a newcomer choose settings by their names before the cards are dealt; a ticked one is unticked."""

    def chosen(*names: str) -> Callable[[Page], None]:
        def prepare(page: Page) -> None:
            page.goto(f"{site.url}/settings")
            for name in names:
                field = page.get_by_label(name, exact=True)
                field.uncheck() if field.get_attribute("type") == "checkbox" else field.check()
            page.get_by_role("button", name="Save").click()
            page.get_by_text("Saved.").wait_for()

        return prepare

    return chosen


@pytest.fixture(scope="module")
def race_site(shared_site: Callable[..., AbstractContextManager[Site]]) -> Iterator[Site]:
    """A site whose countdowns are short; one a file, so that nobody from another file waits for a rival there."""
    with shared_site(DJANGO_SETTINGS_MODULE="tests.browser.race_settings") as site:
        yield site


@pytest.fixture
def windows(race_site: Site, browser: Browser) -> Iterator[Windows]:
    """Opens windows of new visitors, at the site of races; at the end no page may have had an error."""
    opened: list[Racer] = []

    def another(**context: Any) -> Racer:
        opened.append(window(browser, race_site.url, **context))
        return opened[-1]

    yield another
    problems = [problem for one in opened for problem in one.problems]
    for one in opened:
        one.page.context.close()
    assert problems == []
