"""Whole games with a finger, on phones held upright and sideways."""

import pytest

from tests.browser.table import PhoneTable, recorded_moves
from tests.browser.targets import TOUCH, too_small

CODE = "KL1-D3N-AKTMJAF"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SIZES = [(320, 568), (390, 844), (844, 390)]
VIEW = "() => [visualViewport.scale, visualViewport.offsetTop, scrollX, scrollY, document.documentElement.scrollWidth]"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_game_is_won_by_taps_and_drags_and_the_page_never_moves(sit_down, size):
    width, height = size
    table = sit_down(CODE, kind=PhoneTable, **PHONE | {"viewport": {"width": width, "height": height}})
    moves = recorded_moves(CODE)
    for move in moves:
        table.play(move)
        assert table.page.evaluate(VIEW) == [1, 0, 0, 0, width]
    table.page.get_by_role("heading", name="You won!").wait_for()
    assert table.record() == moves


def test_everything_that_is_pressed_is_large_enough_for_a_finger(sit_down):
    table = sit_down(CODE, kind=PhoneTable, **PHONE)
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        assert too_small(table.page) == [], width


def test_a_finger_between_two_columns_means_the_nearer(sit_down):
    table = sit_down(CODE, kind=PhoneTable, **PHONE | {"viewport": {"width": 320, "height": 568}})
    (x, y), (before, _) = table.spot("7"), table.spot("6")
    assert x - before >= TOUCH  # from the middle of a column to the next: each has so much to itself
    width = table.page.locator(".card").first.bounding_box()["width"]
    table.press(x - width / 2 - 1, y)
    table.confirmed("7f")


def test_the_longest_column_fits_the_screen(sit_down):
    table = sit_down("KL1-D3S-DBJCHXE", kind=PhoneTable, viewport={"width": 320, "height": 568}, has_touch=True)
    table.rush(recorded_moves("KL1-D3S-DBJCHXE")[:100])
    felt = table.page.locator(".felt").bounding_box()
    longest = max(range(7), key=lambda column: len(table.game.position.columns[column]))
    _, y = table.spot("1234567"[longest])
    height = table.page.locator(".card").first.bounding_box()["height"]
    assert y + height * 0.94 <= felt["y"] + felt["height"]
