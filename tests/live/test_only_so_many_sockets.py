"""One player, and one address, may have so many sockets open at a time."""

from contextlib import ExitStack

from tests.live.browsers import Browser
from tests.server import Site


def test_a_player_has_so_many(quick_site: Site):
    ana = Browser(quick_site)
    game = ana.deal()
    with ExitStack() as open_sockets:
        for _ in range(3):
            open_sockets.enter_context(ana.socket(game)).hello()
        with ana.socket(game) as fourth:
            assert fourth.hear("error")["code"] == "too-many"
            assert fourth.closed() == 4429
    with ana.socket(game) as again:
        assert again.hello()["t"] == "table"


def test_an_address_has_so_many(quick_site: Site):
    ana, ben = Browser(quick_site), Browser(quick_site)
    game, other = ana.deal(), ben.deal()
    with ExitStack() as open_sockets:
        for browser, id_ in [(ana, game)] * 3 + [(ben, other)] * 3:
            open_sockets.enter_context(browser.socket(id_)).hello()
        with Browser(quick_site).socket(other) as seventh:
            assert seventh.hear("error")["code"] == "too-many"
            assert seventh.closed() == 4429
