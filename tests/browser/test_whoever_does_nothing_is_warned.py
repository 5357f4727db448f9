"""A racer who has done nothing for long is told how long is left, and no more once they have moved."""

import re


def test_how_long_is_left_is_told_until_the_next_move(windows):
    ana, ben = windows(), windows()

    def in_a_hurry(line) -> None:
        """A site on which nobody may be idle for longer than a minute."""
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(text.replace('"idle_s":300', '"idle_s":60')))

    ana.page.route_web_socket("**/ws/race/*", in_a_hurry)
    race = ana.open_room(2)
    ben.take_a_seat(race)
    ana.ready()
    ben.ready()
    ana.dealt()
    ana.page.locator("#idle", has_text=re.compile(r"Make a move within 0:\d\d, or you count as gone")).wait_for()
    first = ana.text("#idle")
    ana.page.wait_for_function("(first) => document.getElementById('idle').textContent !== first", arg=first)
    assert ana.text("#idle") != first
