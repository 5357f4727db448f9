"""Whoever asks and does not read costs the server no memory, disturbs nobody, and is closed."""

import time
from pathlib import Path

from tests.live.browsers import Browser
from tests.live.deaf import deaf_socket, frame, is_gone
from tests.server import Site

MESSAGES = 600
"""Moves in the game, so that all its events at once are some 100 KB."""


def resident_kb(site: Site) -> int:
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def test_it_is_sent_no_more_than_fits_and_then_closed(quick_site: Site):
    ana, ben = Browser(quick_site), Browser(quick_site)
    game = ana.deal()
    with ana.socket(game) as player:
        player.hello()
        for after in range(1, MESSAGES + 1):
            player.say(t="move", id=f"command-{after}", after=after, move="h")
            if after > 300:
                time.sleep(0.004)  # within what a player may send
            last = player.hear("done")
            player.hear("hints")
        before = resident_kb(quick_site)
        ben.deal()
        deaf = deaf_socket(ben, game)
        deaf.sendall(frame({"t": "hello", "after": 1}) * 350)
        for _ in range(30):
            player.say(t="ping", v=last["v"])
            player.hear("pong")
            time.sleep(0.02)
        assert resident_kb(quick_site) - before < 16_000
        deadline = time.monotonic() + 10
        while not is_gone(deaf) and time.monotonic() < deadline:
            player.say(t="ping", v=last["v"])
            player.hear("pong")
            time.sleep(0.2)
        assert is_gone(deaf)
    deaf.close()
