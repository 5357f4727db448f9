"""An operator looks at what is in the queue, voids a result, and the game says so."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import Table, recorded_moves
from tests.server import Site

CODE = "KL1-D3N-AKTMJAF"
PASSWORD = "queen-of-hearts"


@pytest.fixture
def site(new_site: Callable[..., Site]) -> Site:
    """A site on which every game that is won is looked into, however slow the machine that plays it."""
    return new_site(DJANGO_SETTINGS_MODULE="tests.browser.stern_settings")


@pytest.fixture
def operator(browser: Browser, site: Site) -> Page:
    """A window of an operator, who is logged in."""
    site.environment["DJANGO_SUPERUSER_PASSWORD"] = PASSWORD
    site.manage("createsuperuser", "--no-input", "--name_key", "Olga")
    page = browser.new_context().new_page()
    page.set_default_timeout(30_000)
    page.goto(f"{site.url}/login")
    page.get_by_label("Name").fill("Olga")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Log out").first.wait_for()
    return page


def test_an_operator_voids_a_result(sit_down: Callable[..., Table], operator: Page, site: Site) -> None:
    table = sit_down(CODE)
    table.rush(recorded_moves(CODE))
    reader = operator.context.new_page()
    reader.goto(f"{site.url}/deal/{CODE}")
    expect(reader.locator("#replays .badge", has_text="under review").first).to_be_visible()

    operator.goto(f"{site.url}/admin/races/flag/?q={table.id}")
    operator.get_by_role("row", name=table.id).get_by_role("checkbox").check()
    operator.locator("select[name=action]").select_option(label="Void the result: it counts nowhere")
    operator.get_by_label("Reason").fill("The moves of a program")
    operator.get_by_role("button", name="Go").click()
    expect(operator.get_by_text("1 flag has its verdict.")).to_be_visible()

    reader.goto(f"{site.url}/replay/{table.id}")
    expect(reader.get_by_text("An operator has voided this result. It counts nowhere.")).to_be_visible()
    table.page.goto(f"{site.url}/replay/{table.id}")
    expect(table.page.get_by_text("The reason: The moves of a program")).to_be_visible()
    operator.context.close()
