"""A race on screens of 390 by 844 and smaller, by finger."""

import pytest

from tests.browser.table import recorded_moves
from tests.browser.targets import too_small
from tests.live.browsers import Browser as Client

KNOWN = "KL1-D3S-MKMCCKT"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
NARROW = PHONE | {"viewport": {"width": 320, "height": 568}}
SIDEWAYS = PHONE | {"viewport": {"width": 844, "height": 390}}
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
BUTTONS = ".table-controls button:visible, .table-bar a:visible, #side-open:visible"


@pytest.mark.parametrize("screen", [PHONE, NARROW, SIDEWAYS], ids=["phone", "narrow", "sideways"])
def test_a_race_fits_the_screen_from_the_lobby_to_the_results(windows, screen):
    ana, ben = windows(**screen), windows()
    ana.page.goto(f"{ana.url}/race")
    assert ana.page.evaluate(WIDER) <= 0
    race = ana.open_room(2, KNOWN)
    assert ana.page.evaluate(WIDER) <= 0
    assert too_small(ana.page) == []
    ben.take_a_seat(race, KNOWN)
    ana.ready()
    ben.ready()
    ana.dealt()
    assert ana.page.evaluate(WIDER) <= 0
    width = screen["viewport"]["width"]
    boxes = [box.bounding_box() for box in ana.page.locator(BUTTONS).all()]
    assert boxes
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    assert too_small(ana.page) == []
    own = ana.page.locator("#lanes .lane.is-you").bounding_box()
    assert own["x"] >= 0
    assert own["x"] + own["width"] <= width

    ana.play(recorded_moves(KNOWN)[0])
    if ana.page.locator("#side-open").is_visible():
        ana.page.locator("#side-open").click()
        ana.page.locator("#chart .chart-line").nth(1).wait_for()
        ana.page.locator("#side-open").click()
    ana.give_up()
    ana.page.get_by_role("heading", name="You gave up").wait_for()
    ben.give_up()
    ana.page.get_by_role("link", name="Results and replays").click()
    ana.page.locator(".reel-table").nth(1).wait_for()
    assert ana.page.evaluate(WIDER) <= 0
    assert too_small(ana.page) == []


@pytest.mark.parametrize("seats", [2, 16])
def test_all_that_is_said_of_a_seat_has_room_in_it(windows, race_site, seats):
    ana, ben = windows(**NARROW), Client(race_site)
    race = ana.open_room(seats)
    ben.post("/signup", name=f"Ben of {seats}", password1="nine-of-spades", password2="nine-of-spades")
    ben.post(f"{race.removeprefix(ana.url)}/join")
    word = ana.page.locator(".seat-word", has_text="account · not connected")
    assert word.evaluate("(el) => el.scrollHeight <= el.clientHeight")
