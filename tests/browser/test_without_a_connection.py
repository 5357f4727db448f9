"""Where the site cannot be reached, a page of ours says so, and leads back as soon as it can be."""

from playwright.sync_api import Browser, expect

from tests.server import Site

CODE = "KL1-D3N-AKTMJAF"


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


def test_the_lobby_says_that_it_no_longer_hears_what_goes_on(site: Site, browser: Browser) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site.url}/race")
    page.wait_for_load_state("networkidle")
    note = page.get_by_text("Offline. Trying to reach the server again")
    expect(note).to_be_hidden()
    context.set_offline(True)
    expect(note).to_be_visible()
    context.set_offline(False)
    expect(note).to_be_hidden()
    context.close()


def test_a_replay_that_cannot_be_fetched_lays_no_cards_and_is_asked_for_again(site: Site, browser: Browser) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site.url}/deal/{CODE}")
    page.locator(f'button[name=code][value="{CODE}"]').click()
    page.wait_for_selector('#table[data-version="1"]')
    page.route("**/api/games/**", lambda route: route.abort())
    page.goto(page.url.replace("/game/", "/replay/"))
    expect(page.get_by_text("The game could not be fetched.")).to_be_visible()
    assert page.locator(".card:visible").count() == 0
    page.unroute("**/api/games/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".card:visible")).to_have_count(52)
    context.close()
