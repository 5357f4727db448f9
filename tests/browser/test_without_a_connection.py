"""Where the site cannot be reached, a page of ours says so, and leads back as soon as it can be."""

from playwright.sync_api import Browser, expect

from tests.server import Site


def test_a_page_asked_for_without_a_connection_says_so_and_comes_when_there_is_one(
    site: Site, browser: Browser
) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(site.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.goto(f"{site.url}/rules")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).borderRadius") != "0px"  # has its styles
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules")
    context.close()
