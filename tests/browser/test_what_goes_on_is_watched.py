"""Who looks on finds at /watch what goes on, small and live; a race that is opened shows all of itself as it grows."""

from collections.abc import Sequence
from contextlib import ExitStack

from tests.browser.table import recorded_moves
from tests.races.racers import Racer, at_their_tables, paired, play_all, seat_racers

KNOWN = "KL1-D3S-MKMCCKT"
STEPS = """() => Math.max(
  ...[...document.querySelectorAll('#chart .chart-line')].map((el) => el.getAttribute('d').split('V').length)
)"""
"""How often cards have come home in the line that has risen most."""


def play(racer: Racer, game: str, moves: Sequence[str]) -> None:
    """Play moves over a socket of their own: one that has said nothing meanwhile may have been closed."""
    with racer.socket(game) as racer.table:
        racer.table.hello()
        play_all(racer, moves)


def test_races_and_games_are_small_and_live_and_open_to_the_full_view(windows, race_site):
    moves = recorded_moves(KNOWN)
    eve = windows()
    eve.page.goto(f"{eve.url}/watch")
    eve.page.get_by_text("No race is going on.").wait_for()
    with ExitStack() as stack:
        friends = seat_racers(race_site, 2, public="on", code=KNOWN)
        stack.enter_context(at_their_tables(friends))
        stack.enter_context(paired(race_site))
        solo = Racer(race_site)
        alone = solo.deal(KNOWN)
        play(solo, alone, moves[:1])

        races = eve.page.locator("#running .mini")
        races.nth(0).locator(".mini-felt.is-totals .mini-track").nth(1).wait_for()
        assert "rated race" in races.nth(0).inner_text()
        assert races.nth(0).locator(".mini-picture").count() == 0
        races.nth(1).locator(".mini-felt.is-table .mini-picture .shape-back").wait_for(state="attached")
        assert races.nth(1).locator(".mini-picture > *:not(path)").count() == 0, "a shape, without a face"
        game = eve.page.locator("#games .mini")
        game.locator(".mini-picture").wait_for()
        game.get_by_text("1 move", exact=True).wait_for()
        play(solo, alone, moves[1:2])
        game.get_by_text("2 moves", exact=True).wait_for()

        races.nth(1).click()
        eve.page.wait_for_url(f"**/race/{friends[0].race_id}")
        eve.page.locator("#arena .lane").nth(1).wait_for()
        eve.page.locator("#arena .lane-table:not(.is-none)").nth(1).wait_for(state="attached")
        eve.page.locator("#watching-count", has_text="1").wait_for()
        eve.page.locator("#chart .chart-line").nth(1).wait_for(state="attached")
        before = eve.page.evaluate(STEPS)
        play(friends[1], friends[1].game_id, moves[:6])
        eve.page.wait_for_function(f"(before) => ({STEPS})() > before", arg=before)
        first = eve.page.locator("#arena .lane").first
        first.get_by_text("6 moves").wait_for()
        assert first.locator(".lane-place").inner_text() == "1"
