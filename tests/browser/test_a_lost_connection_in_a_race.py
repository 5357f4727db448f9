"""The connection goes away in a race: everybody is told, the seat is kept, and the race goes on from where it was."""

from tests.browser.table import recorded_moves

KNOWN = "KL1-D3S-MKMCCKT"


def test_whoever_comes_back_goes_on_racing(windows):
    ana, ben = windows(), windows()
    race = ana.open_room(2)
    ben.take_a_seat(race)
    ana.ready()
    ben.ready()
    ana.dealt()
    ben.dealt()
    ana.page.evaluate("() => { window.marked = true; }")
    ana.page.keyboard.press("d")
    ana.at_version(2)

    ana.page.context.set_offline(True)
    ana.page.locator("#line", has_text="Offline").wait_for()
    ana.page.locator("#idle", has_text="Your seat is kept for").wait_for()
    ana.page.locator("#side-line", has_text="offline").wait_for()
    ben.page.locator("#lanes .lane.is-away", has_text="to come back").wait_for()
    ben.page.keyboard.press("d")
    ben.page.keyboard.press("d")
    ben.at_version(3)

    ana.page.context.set_offline(False)
    ana.page.locator("#line").wait_for(state="hidden")
    ana.page.locator("#idle").wait_for(state="hidden")
    ana.page.locator("#lanes .lane:not(.is-you)", has_text="2 moves").wait_for()
    ben.page.locator("#lanes .lane.is-away").wait_for(state="detached")
    ana.page.keyboard.press("d")
    ana.at_version(3)
    assert ana.page.evaluate("() => window.marked")


def test_whoever_was_away_when_another_finished_is_told_on_coming_back(windows):
    ana, ben = windows(), windows()
    race = ana.open_room(2, KNOWN)
    ben.take_a_seat(race, KNOWN)
    ana.ready()
    ben.ready()
    assert ana.dealt() == ben.dealt()
    ben.page.context.set_offline(True)
    ben.page.locator("#line", has_text="Offline").wait_for()
    ana.rush(recorded_moves(KNOWN))
    ana.page.get_by_role("heading", name="All home!").wait_for()

    ben.page.context.set_offline(False)
    ben.page.locator("#news-said", has_text="is home: 1st").wait_for()
