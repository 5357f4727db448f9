"""What the page says of score, time and the end of a game, under each rule set."""

import pytest

from tests.browser.table import recorded_moves

LOST = "KL1-D3C-AAAAABV"  # lost after eight moves; under Vegas rules stuck at the same point


@pytest.mark.parametrize(
    ("ruleset", "dealt", "one_home"), [("N", "0", "10"), ("V", "-$52", "-$47"), ("S", "0", "10"), ("C", "0/52", "1/52")]
)
def test_the_score_is_shown_as_its_rule_set_counts(sit_down, ruleset, dealt, one_home):
    table = sit_down(f"KL1-D1{ruleset}-AAAAAAM")  # the ace of spades lies alone in column 1
    assert table.text("#score") == dealt
    table.play("1f")
    assert table.text("#score") == one_home
    assert table.text("#moves") == "1"


def test_a_lost_game_is_said_to_be_lost_and_can_be_undone_out_of(sit_down):
    table = sit_down(LOST)
    table.rush(recorded_moves(LOST))
    note = table.page.locator("#stuck")
    note.get_by_text("the game is lost").wait_for()
    note.get_by_role("button", name="Undo").click()
    table.confirmed("u")
    note.wait_for(state="hidden")
    assert table.game.status == "playing"


def test_without_moves_left_a_game_that_cannot_be_lost_goes_on(sit_down):
    table = sit_down("KL1-D3V-AAAAABV")
    table.rush(recorded_moves(LOST))
    note = table.page.locator("#stuck")
    note.get_by_text("No moves are left").wait_for()
    assert table.game.status == "playing"
    note.get_by_role("button", name="Look at the table").click()
    note.wait_for(state="hidden")


def test_the_clock_runs_from_the_deal_on_the_server(sit_down):
    table = sit_down(LOST)
    table.page.reload()
    table.at_version(1)
    shown = table.text("#clock")
    table.page.locator("#clock", has_not_text=shown).wait_for()
    minutes, seconds = table.text("#clock").split(":")
    assert int(minutes) * 60 + int(seconds) >= 1


def test_the_same_deal_begun_again_is_a_new_game_and_the_old_one_counts_as_resigned(sit_down):
    table = sit_down(LOST)
    table.play("d")
    left = table.page.url
    table.control("Restart").click()
    table.page.get_by_role("button", name="Go on playing").click()
    table.control("Restart").click()
    table.page.get_by_role("button", name="Leave it").click()
    table.page.wait_for_url(lambda url: "/game/" in url and url != left)
    table.at_version(1)
    assert table.text(".table-bar .code") == LOST
    record = table.page.request.get(left.replace("/game/", "/replay/") + ".kgr").text()
    assert '[Result "resigned"]' in record


def test_a_new_deal_keeps_the_game_and_changes_the_cards(sit_down):
    table = sit_down(LOST)
    first = table.page.url
    table.control("New deal").click()
    table.page.wait_for_url(lambda url: "/game/" in url and url != first)
    table.at_version(1)
    code = table.text(".table-bar .code")
    assert code.startswith("KL1-D3C-")
    assert code != LOST
