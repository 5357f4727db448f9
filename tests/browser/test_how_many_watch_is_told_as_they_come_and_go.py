"""How many watch a race is told as they come and go, whatever else happens in it."""


def count(racer, expected):
    racer.page.locator("#watching-count", has_text=expected).wait_for()
    assert racer.page.locator("#watching").get_attribute("title").startswith(f"{expected} watch")


def test_the_count_follows_who_looks_on(windows):
    ana, ben = windows(), windows()
    race = ana.open_room(2)
    ben.take_a_seat(race)
    ana.ready()
    ben.ready()
    ana.dealt()
    assert ana.page.locator("#watching").is_hidden()
    eve, finn = windows(), windows()
    eve.page.goto(race)
    count(ana, "1")
    finn.page.goto(race)
    count(ana, "2")
    finn.page.goto("about:blank")
    count(ana, "1")
    eve.page.goto("about:blank")
    ana.page.locator("#watching").wait_for(state="hidden")
