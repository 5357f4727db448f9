"""A player's first table is shown around once; whoever skips it, or has seen it, is left alone on every device."""

from playwright.sync_api import Browser, Page, expect

from tests.server import Site

CODE = "KL1-D1N-AAAAAAG"


def first_table(site: Site, browser: Browser, **context: object) -> Page:
    page = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", **context).new_page()
    page.goto(f"{site.url}/deal/{CODE}")
    page.locator(f'button[name=code][value="{CODE}"]').click()
    page.wait_for_url("**/game/*")
    expect(page.get_by_role("dialog", name="Once around the table")).to_be_visible()
    return page


def come_back(page: Page) -> None:
    page.reload()
    page.wait_for_selector('#table[data-version="1"]')


def test_it_goes_from_step_to_step_within_the_window_and_ends_at_the_table(site: Site, browser: Browser) -> None:
    page = first_table(site, browser)
    seen = []
    for step in range(1, 7):
        expect(page.locator("#tour-count")).to_have_text(f"{step}/6")
        seen.append(page.locator("#tour-steps li:visible").inner_text())
        box = page.locator("#tour").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= 844
        page.locator("#tour-next").click()
    assert len(set(seen)) == 6
    expect(page.locator("#tour")).to_be_hidden()
    expect(page.locator('.pile[data-pile="s"]')).to_be_focused()
    page.context.close()


def test_whoever_skips_it_is_not_shown_it_again_even_in_another_browser(site: Site, browser: Browser) -> None:
    page = first_table(site, browser)
    with page.expect_response("**/toured") as answer:
        page.keyboard.press("Escape")
    assert answer.value.status == 204
    expect(page.locator("#tour")).to_be_hidden()
    page.evaluate("localStorage.clear()")
    come_back(page)
    assert page.locator("#tour[data-begin]").count() == 0
    page.context.close()


def test_the_table_can_be_played_all_along(site: Site, browser: Browser) -> None:
    page = first_table(site, browser)
    page.keyboard.press("d")
    page.wait_for_selector('#table[data-version="2"]')
    expect(page.locator("#tour")).to_be_visible()
    page.context.close()


def test_it_can_be_asked_for_again_beside_the_keys(site: Site, browser: Browser) -> None:
    page = first_table(site, browser)
    page.locator("#tour-skip").click()
    page.locator('.control[data-do="help"]').click()
    page.get_by_role("button", name="Show me around").click()
    expect(page.locator("#tour-count")).to_have_text("1/6")
    page.context.close()
