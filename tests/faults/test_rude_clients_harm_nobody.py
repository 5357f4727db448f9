"""Clients that never read, send garbage, frames of a megabyte or thousands of messages are sent away; nobody else is.

What each of them is told is looked at in `tests/live`.
"""

import os
import time
from collections.abc import Callable
from contextlib import closing, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tests.faults.crowd import Crowd
from tests.faults.verdict import nothing_is_wrong
from tests.live.browsers import Browser
from tests.live.deaf import deaf_socket, frame, is_gone
from tests.server import Site

PATIENCE_S = 60


def never_reads(browser: Browser, game: str) -> None:
    """Ask for the game again and again without reading an answer, until the server lets go."""
    with closing(deaf_socket(browser, game)) as deaf, suppress(ConnectionError):
        deaf.sendall(frame({"t": "hello", "after": 0}) * 350)
        deadline = time.monotonic() + PATIENCE_S
        while not is_gone(deaf):
            assert time.monotonic() < deadline, "it is still there"
            time.sleep(0.05)


def sends(browser: Browser, game: str, *frames: str | bytes) -> None:
    """Send all of that, and then hear out what the server has to say until it closes."""
    with browser.socket(game) as socket:
        with suppress(ConnectionClosed):
            for each in frames:
                socket.send(each)
        socket.closed()


def garbage(browser: Browser, game: str) -> None:
    for _ in range(10):
        sends(browser, game, os.urandom(1000))
        sends(browser, game, os.urandom(500).decode("latin-1"))


def megabytes(browser: Browser, game: str) -> None:
    for _ in range(10):
        sends(browser, game, "x" * 2**20)
        sends(browser, game, bytes(2**20))


def thousands(browser: Browser, game: str) -> None:
    for _ in range(3):
        sends(browser, game, *['{"t":"ping","v":1}'] * 1000)


@pytest.mark.parametrize("rude", [never_reads, garbage, megabytes, thousands], ids=lambda rude: rude.__name__)
def test_others_play_on(site: Site, rude: Callable[[Browser, str], None]):
    browser = Browser(site)
    game = browser.deal()
    with Crowd(site, players=5) as crowd:
        crowd.play_on(2)
        rude(browser, game)
        crowd.play_on(2)
        assert crowd.undisturbed
    nothing_is_wrong(crowd, site)
