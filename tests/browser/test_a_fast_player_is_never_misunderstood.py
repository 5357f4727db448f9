"""Playing faster than cards glide does exactly what is meant."""

from tests.browser.table import recorded_moves

CODE = "KL1-D3S-MKMCCKT"
GLIDE_MS = 160


def test_a_whole_game_played_into_gliding_cards_is_recorded_as_it_was_played(sit_down):
    table = sit_down(CODE, reduced_motion="no-preference")
    moves = recorded_moves(CODE)
    pace = table.page.context.new_cdp_session(table.page)
    pace.send("Animation.enable")
    pace.send("Animation.setPlaybackRate", {"playbackRate": 0.25})  # a busy machine plays no faster than cards glide
    still_gliding = 0
    for move in moves:
        still_gliding += table.page.evaluate("() => document.getAnimations().length > 0")
        table.play(move)
    pace.send("Animation.setPlaybackRate", {"playbackRate": 1})
    assert still_gliding > len(moves) / 2
    table.page.get_by_role("heading", name="You won!").wait_for()
    assert table.record() == moves


def test_presses_before_any_answer_are_played_in_their_order(sit_down):
    table = sit_down(CODE, reduced_motion="no-preference")
    keys = ["d", "d", "d", "u", "d", "u", "u", "y"]
    for key in keys:
        table.page.keyboard.press(key)
    for move in keys:
        table.follow(move)
    table.at_version(1 + len(keys))
    assert table.record() == keys
