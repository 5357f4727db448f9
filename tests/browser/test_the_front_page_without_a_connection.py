"""The front page says that it hears nothing any more of what is being played, and when it does again."""

from playwright.sync_api import Browser, expect

from tests.server import Site


def test_the_front_page_says_so_and_recovers(browser: Browser, site: Site) -> None:
    page = browser.new_context().new_page()
    page.goto(site.url)
    note = page.get_by_text("Offline. Trying to reach the server again …")
    expect(note).to_have_count(0)
    page.context.set_offline(True)
    expect(note).to_be_visible(timeout=30_000)
    page.context.set_offline(False)
    expect(note).to_have_count(0, timeout=30_000)
    page.context.close()
