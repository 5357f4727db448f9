"""axe finds nothing serious in any part of a race's life, by day or night; and it can be run by keyboard alone."""

from tests.browser.test_axe_finds_nothing_serious import complaints


def nothing_serious(*windows):
    for one in windows:
        for scheme in ("light", "dark"):
            one.page.emulate_media(color_scheme=scheme)
            assert complaints(one.page) == []


def test_nothing_serious_is_wrong_from_the_room_to_the_results(windows):
    ana, ben, eve = windows(viewport={"width": 390, "height": 844}), windows(), windows()
    race = ana.open_room(3)
    ben.take_a_seat(race)
    eve.page.goto(race)
    eve.page.locator(".seat:not(.is-free)").nth(1).wait_for()
    nothing_serious(ana, eve)
    ana.ready()
    ben.ready()
    ana.dealt()
    ben.dealt()
    eve.page.locator("#arena .lane").nth(1).wait_for()
    nothing_serious(ana, ben, eve)
    ana.give_up()
    ana.page.get_by_role("heading", name="You gave up").wait_for()
    nothing_serious(ana)
    ben.give_up()
    ben.page.get_by_role("link", name="Results and replays").click()
    ben.page.locator(".reel-table").nth(1).wait_for()
    nothing_serious(ben)


def test_a_race_is_run_by_keyboard_alone(windows):
    ana, ben = windows(), windows()
    race = ana.open_room(2)
    ben.take_a_seat(race)
    for one in (ana, ben):
        one.page.locator("#ready").focus()
        one.page.keyboard.press("Enter")
    ana.dealt()
    ana.page.keyboard.press("d")
    ana.at_version(2)
    ana.page.keyboard.press("u")
    ana.at_version(3)
    ana.page.get_by_role("button", name="Racers").focus()
    ana.page.keyboard.press("Enter")
    ana.page.locator("#arena .lane").nth(1).wait_for()
    ana.page.keyboard.press("Enter")
    ana.page.locator("#arena").wait_for(state="hidden")
    said = ana.page.locator("#lanes .lane.is-you .lane-home")
    assert said.get_attribute("aria-label") == "0 of 52 cards home"
