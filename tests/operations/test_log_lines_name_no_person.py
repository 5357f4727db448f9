"""Log lines, for people and for programs."""

import json
import logging
import sys

import pytest

from solitaire.operations.logs import JsonLines, Plain, impersonal
from tests.live.browsers import Browser
from tests.server import Site


def record(message: str, *words: object, error: bool = False, **about: object) -> logging.LogRecord:
    caught = None
    if error:
        try:
            raise ValueError("Key (email)=(ana@cards.example) already exists")
        except ValueError:
            caught = sys.exc_info()
    made = logging.LogRecord("solitaire.live", logging.ERROR, __file__, 1, message, words, caught)
    made.__dict__.update(about)
    return made


def test_a_program_reads_one_object_a_line():
    line = JsonLines().format(record("a move\ncould %s", "not", error=True, game="abc", player="def", secret="x"))
    assert "\n" not in line
    read = json.loads(line)
    assert (read["level"], read["logger"], read["message"]) == ("ERROR", "solitaire.live", "a move\ncould not")
    assert (read["game"], read["player"]) == ("abc", "def")
    assert "secret" not in read
    assert read["at"].endswith("Z")
    assert "ValueError" in read["error"]
    assert "ana@" not in read["error"]


def test_a_person_reads_what_it_is_about():
    line = Plain().format(record("could not be answered", game="abc", player=None))
    assert line.endswith("ERROR solitaire.live: could not be answered (game=abc)")


@pytest.mark.parametrize(
    "personal",
    ["ana@cards.example", "203.0.113.9", "2001:db8::7", "fe80:0:0:0:1:2:3:4", "::ffff:203.0.113.9", "a+b@c.d.example"],
)
def test_addresses_are_made_unreadable(personal: str):
    assert personal not in impersonal(f"from {personal}: hello")
    assert personal not in Plain().format(record("from %s", personal))


def test_links_to_a_new_password_keep_their_secret():
    assert "def-0123" not in impersonal("Not Found: /password/new/YWJj/def-0123/")


@pytest.mark.parametrize("plain", ["12:34:56", "game:abcdefghjkmn", "version 1.2.3", "solitaire::rules", "a 5.2.19"])
def test_what_is_no_address_stays(plain: str):
    assert impersonal(plain) == plain


def test_a_site_writes_whose_socket_came_to_which_game(told_site: Site):
    ana = Browser(told_site)
    game = ana.deal()
    with ana.socket(game) as socket:
        socket.hello()
    lines = [json.loads(line) for line in told_site.log.splitlines() if line.startswith("{")]
    (come,) = [line for line in lines if line["message"] == "has come" and line.get("game") == game]
    assert come["socket"] == "GameSocket"
    assert len(come["player"]) == 12
    (dealt,) = [line for line in lines if line.get("page") == "play" and line.get("player") == come["player"]]
    assert (dealt["message"], dealt["status"]) == ("POST", 303)
    assert "127.0.0.1" not in "".join(map(str, lines))
