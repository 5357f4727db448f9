"""Who logs out, or becomes somebody else, plays no further through a socket opened before."""

import sqlite3

from tests.live.browsers import Browser
from tests.server import Site


def test_logging_out_closes_the_sockets_of_that_session(ana: Browser):
    game = ana.deal()
    with ana.socket(game) as first, ana.socket(game) as second:
        first.hello()
        second.hello()
        ana.post("/logout")
        for socket in (first, second):
            assert socket.hear("error")["code"] == "signed-out"
            assert socket.closed() == 4401


def test_the_sockets_of_others_stay_open(ana: Browser, ben: Browser):
    game, other = ana.deal(), ben.deal()
    with ben.socket(other) as socket:
        socket.hello()
        with ana.socket(game) as gone:
            gone.hello()
            ana.post("/logout")
            gone.closed()
        assert socket.play("d")["t"] == "done"


def test_signing_up_goes_on_with_the_same_games(ana: Browser):
    game = ana.deal()
    name, password = f"Ana {game}", "nine-of-spades"
    with ana.socket(game) as socket:
        socket.hello()
        ana.post("/signup", name=name, password1=password, password2=password, email="")
        assert socket.closed() == 4401
    with ana.socket(game) as socket:
        table = socket.hello()
        assert (table["role"], table["game"]["player"]["name"]) == ("player", name)
        assert socket.play("d")["t"] == "done"


def test_a_session_that_went_without_a_word_is_found(quick_site: Site):
    ana = Browser(quick_site)
    with ana.socket(ana.deal()) as socket:
        socket.hello()
        connection = sqlite3.connect(quick_site.folder / "samedeal.sqlite3", isolation_level=None)
        connection.execute("DELETE FROM players_session WHERE session_key = ?", [ana.cookies["sessionid"]])
        connection.close()
        assert socket.hear("error")["code"] == "signed-out"
        assert socket.closed() == 4401


def test_a_silent_socket_is_closed(quick_site: Site):
    ana = Browser(quick_site)
    with ana.socket(ana.deal()) as socket:
        socket.hello()
        assert socket.hear("error")["code"] == "silent"
        assert socket.closed() == 4408
