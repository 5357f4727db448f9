"""The front page says that it hears nothing any more of what is being played, and when it does again."""

from playwright.sync_api import Browser, Page, expect

from tests.server import Site

NOTE = "Offline. Trying to reach the server again …"


def test_a_proxy_that_answers_for_a_server_that_is_away_is_no_connection(browser: Browser, site: Site) -> None:
    page = browser.new_context().new_page()
    page.goto(site.url)
    page.route(answered_by_the_server(page), lambda route: route.fulfill(status=502))
    expect(page.get_by_text(NOTE)).to_be_visible(timeout=30_000)
    page.unroute_all()
    expect(page.get_by_text(NOTE)).to_have_count(0, timeout=30_000)
    page.context.close()


def answered_by_the_server(page: Page) -> str:
    """The address of what is being played now."""
    return f"**{page.locator('#now').get_attribute('data-from')}"


def test_the_front_page_says_so_and_recovers(browser: Browser, site: Site) -> None:
    page = browser.new_context().new_page()
    page.goto(site.url)
    note = page.get_by_text(NOTE)
    expect(note).to_have_count(0)
    page.context.set_offline(True)
    expect(note).to_be_visible(timeout=30_000)
    page.context.set_offline(False)
    expect(note).to_have_count(0, timeout=30_000)
    page.context.close()
