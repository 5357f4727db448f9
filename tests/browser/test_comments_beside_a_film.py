"""What is said of a game stands beside its film, at the move it is about."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.table import Table, recorded_moves

CODE = "KL1-D1C-OJNICRG"


def test_a_comment_is_written_read_and_deleted(sit_down: Callable[..., Table]) -> None:
    table = sit_down(CODE)
    table.rush([*recorded_moves(CODE)[:5], "x"])
    page = table.page
    page.goto(f"{table.url}/replay/{table.id}?move=3")
    page.locator("#place", has_text="3 / 6").wait_for()
    page.get_by_role("button", name="Comments").click()
    page.get_by_label("What do you say of move 3?").press_sequentially("I like this one")  # spaces play no film
    page.get_by_role("button", name="Comment", exact=True).click()
    comment = page.locator("#comments-list li")
    expect(comment).to_contain_text("I like this one")
    expect(page.locator("#place")).to_have_text("3 / 6")

    page.get_by_label("What do you say").press("Escape")
    caption = page.locator(".comment-caption")
    expect(caption).to_contain_text("I like this one")
    page.keyboard.press("ArrowLeft")
    expect(caption).to_be_hidden()
    page.get_by_role("button", name="Comments").click()
    comment.get_by_role("button", name="Move 3").click()
    expect(page.locator("#place")).to_have_text("3 / 6")
    comment.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Nobody has said anything about this game yet.")).to_be_visible()
