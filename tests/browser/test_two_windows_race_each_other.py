"""Two windows race each other to the end, and somebody watches."""

from hashlib import sha256

from tests.browser.table import recorded_moves

KNOWN = "KL1-D3S-MKMCCKT"
# How the felt is while the countdown runs, looked at in one go with whether it still does.
WHILE_COUNTING = """() => {
  const table = document.getElementById('table');
  return table.dataset.status === 'started' ? 'dealt' : getComputedStyle(document.getElementById('felt')).visibility;
}"""


def test_two_who_press_race_now_get_the_same_cards_and_see_the_seal_hold(windows):
    ana, ben = windows(), windows()
    ana.race_now()
    ana.page.get_by_role("heading", name="Looking for somebody to race you").wait_for()
    ana.page.get_by_role("button", name="Race recorded games now").wait_for()
    ben.race_now()
    assert ben.page.url == ana.page.url
    ana.page.locator("#countdown").wait_for()
    assert ana.page.evaluate(WHILE_COUNTING) in ("hidden", "dealt")
    assert ana.dealt() == ben.dealt()
    ana.page.locator("#countdown").wait_for(state="hidden")

    for _ in range(3):
        ana.page.keyboard.press("d")
    ana.at_version(4)
    ben.page.locator("#lanes .lane:not(.is-you)", has_text="3 moves").wait_for()
    assert ben.page.locator("#lanes .lane-table:not(.is-none)").count() in (0, 2)

    ana.give_up()
    ana.page.get_by_role("heading", name="You gave up").wait_for()
    ben.page.locator("#news-said", has_text="gave up").wait_for()
    ben.give_up()
    ben.page.get_by_role("link", name="Results and replays").click()
    ben.page.locator("#seal-holds[data-holds=true]").wait_for()
    assert sha256(ben.text("#seal-code").encode()).hexdigest() == ben.text("#seal-hash")
    assert ben.text("#seal-by-hand").count(ben.text("#seal-code")) == 1
    ben.page.locator(".reel-table").nth(1).wait_for()
    assert ben.page.locator(".board tbody tr").count() == 2


def test_a_race_is_won_before_everybodys_eyes(windows):
    ana, ben, eve = windows(), windows(), windows()
    race = ana.open_room(2, KNOWN)
    ben.take_a_seat(race, KNOWN)
    eve.page.goto(race)
    ana.ready()
    ben.page.locator(".seat.is-ready").wait_for()
    ben.ready()
    assert ana.dealt() == ben.dealt()
    eve.page.locator("#arena .lane").nth(1).wait_for()

    moves = recorded_moves(KNOWN)
    ana.play(moves[0])
    ana.rush(moves[1:])
    ana.page.get_by_role("heading", name="All home!").wait_for()
    for one in (ben, eve):
        one.page.locator("#news-said", has_text="is home: 1st").wait_for()
    eve.page.locator("#arena .lane[data-status=won]").wait_for()
    assert eve.page.locator("#arena .lane").first.locator(".lane-home").inner_text() == "52"
    assert ben.text("#place") == "2nd"

    ben.give_up()
    for one in (ana, ben, eve):
        one.page.get_by_role("link", name="Results and replays").wait_for()
    assert ana.text("#result-title") == "1st of 2"
    assert ben.text("#result-title") == "2nd of 2"
    eve.page.get_by_role("link", name="Results and replays").click()
    eve.page.locator(".reel-table[data-status=won]").wait_for()
    assert eve.page.locator(".board tbody tr").first.locator(".ranked").inner_text() == "52"


def test_a_rematch_brings_the_same_people_together_on_a_new_deck(windows):
    ana, ben = windows(), windows()
    race = ana.open_room(2)
    ben.take_a_seat(race)
    ana.ready()
    ben.ready()
    first = ana.dealt()
    ana.give_up()
    ben.dealt()
    ben.give_up()
    ana.page.get_by_role("link", name="Results and replays").click()
    ana.page.get_by_role("button", name="Rematch").click()
    ana.page.wait_for_url(lambda url: url != race and "/race/" in url)
    ben.page.goto(race)
    ben.page.get_by_role("link", name="To the rematch").click()
    ben.page.get_by_role("button", name="Take a seat").click()
    ben.page.locator("#ready").wait_for()
    ana.ready()
    ben.ready()
    assert ana.dealt() == ben.dealt() != first
