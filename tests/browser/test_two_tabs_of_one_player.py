"""The same player with the same game open twice."""

import re

from tests.browser.table import Table, recorded_moves

CODE = "KL1-D3S-MKMCCKT"
MOVES = recorded_moves(CODE)
SOCKET = re.compile(r"/ws/game/")


def second_tab(table: Table) -> Table:
    """The same game in another tab of the same browser."""
    page = table.page.context.new_page()
    page.goto(table.page.url)
    tab = Table(page, table.url, table.code)
    tab.at_version(table.version)
    tab.game = table.game
    return tab


def test_each_follows_what_the_other_plays(sit_down):
    one = sit_down(CODE)
    two = second_tab(one)
    for turn, move in enumerate(MOVES[:8]):
        playing, watching = (one, two) if turn % 2 else (two, one)
        playing.clicked = MOVES[turn - 1][0] if turn else ""
        playing.play(move)
        watching.confirmed(move)
    assert one.shown() == two.shown()
    assert one.record() == MOVES[:8]


def test_a_move_made_on_a_table_that_has_changed_is_dropped_and_said_so(sit_down):
    held_back = []

    def hold_back(socket):
        server = socket.connect_to_server()
        server.on_message(lambda message: held_back.append((socket, message)) if holding else socket.send(message))

    holding = False
    one = sit_down(CODE, prepare=lambda page: page.route_web_socket(SOCKET, hold_back))
    two = second_tab(one)
    holding = True  # the first tab hears nothing of what the second plays
    two.play("3f")
    one.page.keyboard.press("d")
    one.page.keyboard.press("d")
    one.page.wait_for_selector('#table[data-waiting="2"]')
    assert one.shown()["stock"] == 21  # shown ahead of the server's answer
    holding = False
    for socket, message in held_back:
        socket.send(message)
    one.page.locator("#rule", has_text="2 unconfirmed moves were dropped").wait_for()
    one.follow("3f")
    one.at_version(2)
    assert one.shown() == two.shown()
    one.play("d")
    assert one.record() == ["3f", "d"]
