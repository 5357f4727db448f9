"""A socket's texts are in the language that its handshake asked for."""

import pytest

from tests.live.browsers import Browser
from tests.server import Site


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("en", "The stock is empty."),
        ("ms-MY,ms;q=0.9,en;q=0.8", "Timbunan ambilan kosong."),
        ("id-ID,id;q=0.9", "Tumpukan kartu kosong."),
        ("lv", "Krājums ir tukšs."),
        ("et,de;q=0.9", "The stock is empty."),
    ],
)
def test_a_move_that_is_against_the_rules(site: Site, asked: str, text: str) -> None:
    browser = Browser(site)
    game = browser.deal("KL1-D3N-AAAAAAG")
    with browser.open(f"/ws/game/{game}", language=asked) as socket:
        socket.hello()
        for _draw in range(8):
            assert socket.play("d")["t"] == "done"
        refused = socket.play("d")
    assert (refused["code"], refused["text"]) == ("nothing-there", text)


def test_a_message_that_is_none(site: Site) -> None:
    browser = Browser(site)
    game = browser.deal("KL1-D3N-AAAAAAG")
    with browser.open(f"/ws/game/{game}", language="lv") as socket:
        socket.send("not JSON")
        assert socket.hear("error")["text"] == "Ziņojumi ir JSON teksta kadros."
