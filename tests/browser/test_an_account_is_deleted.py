"""Somebody signs up at a table, deletes the account, and is a former player wherever they played."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.table import Table

CODE = "KL1-D1C-OJNICRG"
PASSWORD = "nine-of-spades"


def test_who_deletes_the_account_is_a_former_player_from_then_on(sit_down: Callable[..., Table]) -> None:
    table = sit_down(CODE)
    table.rush(["d", "x"])
    page, game = table.page, table.id
    page.goto(f"{table.url}/signup")
    page.get_by_label("Name").fill("Goes Away")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_role("button", name="Log out").first.wait_for()
    page.goto(f"{table.url}/replay/{game}")
    expect(page.locator(".table-who").first).to_have_text("Goes Away")
    page.goto(f"{table.url}/account/delete")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_label("Delete everything that says who I am.").check()
    page.get_by_role("button", name="Delete for good").click()
    page.get_by_role("heading", name="You have left").wait_for()
    page.goto(f"{table.url}/replay/{game}")
    expect(page.locator(".table-who").first).to_have_text("a former player")
    page.locator(".table-who").first.click()
    page.get_by_role("heading", name="A former player").wait_for()
    assert page.get_by_text("Goes Away").count() == 0
