"""The connection goes away in mid-game; the game goes on from where it was, nothing lost, nothing twice, no reload."""

import json
import re

import pytest

from tests.browser.table import recorded_moves

CODE = "KL1-D3S-MKMCCKT"
MOVES = recorded_moves(CODE)
SOCKET = re.compile(r"/ws/game/")
FOUND_AGAIN_MS = 90_000
"""A page tries again after up to 15 s, and on a busy machine, where a server is long in coming up, more than once."""


@pytest.fixture
def marked(sit_down):
    """Sits down, and marks the page, so that a reload would show."""

    def deal(*args, **more):
        table = sit_down(CODE, *args, **more)
        table.page.evaluate("() => { window.marked = true; }")
        table.page.set_default_timeout(FOUND_AGAIN_MS)
        return table

    return deal


def test_a_killed_and_restarted_server_is_found_again(marked, own_site):
    table = marked(own_site)
    for move in MOVES[:7]:
        table.play(move)
    own_site.kill()
    table.page.locator("#line", has_text="Offline").wait_for()
    table.page.keyboard.press("d")
    table.page.keyboard.press("d")
    table.page.locator("#line", has_text="2 moves wait").wait_for()
    own_site.start()
    table.follow("d")
    table.confirmed("d")
    table.page.locator("#line").wait_for(state="hidden")
    table.play("u")
    assert table.record() == [*MOVES[:7], "d", "d", "u"]
    assert table.page.evaluate("() => window.marked")


def test_a_server_that_stops_in_good_order_is_found_again(marked, own_site):
    table = marked(own_site)
    table.play(MOVES[0])
    own_site.stop()
    table.page.locator("#line", has_text="Offline").wait_for()
    own_site.start()
    table.page.locator("#line").wait_for(state="hidden")
    table.drag(table.lifted(MOVES[1])[0], "H")
    table.confirmed(MOVES[1])
    assert table.page.evaluate("() => window.marked")


def test_a_move_whose_answer_was_lost_is_played_once(sit_down):
    lost = []

    def lose_one_answer(socket):
        server = socket.connect_to_server()

        def pass_on(message):
            if not lost and json.loads(message)["t"] == "done":
                lost.append(message)
                socket.close(code=4408)
                server.close()
            else:
                socket.send(message)

        server.on_message(pass_on)

    table = sit_down(CODE, prepare=lambda page: page.route_web_socket(SOCKET, lose_one_answer))
    table.play("d")
    assert len(lost) == 1
    assert table.page.locator("#rule").is_hidden()  # nothing was dropped either
    table.play("u")
    assert table.record() == ["d", "u"]


def test_a_browser_that_is_told_it_is_offline_says_so_at_once(sit_down):
    table = sit_down(CODE)
    table.page.context.set_offline(True)
    table.page.locator("#line", has_text="Offline. Trying to reach the server again").wait_for()
    table.page.context.set_offline(False)
    table.page.locator("#line").wait_for(state="hidden")
    table.play("d")
