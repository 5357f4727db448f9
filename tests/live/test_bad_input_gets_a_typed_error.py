"""Whatever comes in that should not is answered with a typed error, closed where it has to be, and leaves no event."""

import json
import sqlite3
from collections.abc import Iterator

import pytest

from tests.live.browsers import Browser, Socket
from tests.server import Site


def events_in_the_log(site: Site) -> int:
    connection = sqlite3.connect(site.folder / "samedeal.sqlite3")
    try:
        # The site draws its deals of the day by itself, whoever is there.
        return connection.execute("SELECT count(*) FROM log_event WHERE stream NOT LIKE 'daily:%'").fetchone()[0]
    finally:
        connection.close()


@pytest.fixture
def game(ana: Browser) -> str:
    return ana.deal()


@pytest.fixture(autouse=True)
def _the_log_is_left_as_it_was(site: Site, game: str) -> Iterator[None]:
    before = events_in_the_log(site)
    yield
    assert events_in_the_log(site) == before


@pytest.fixture
def socket(ana: Browser, game: str) -> Iterator[Socket]:
    """The player's socket, after its hello."""
    with ana.socket(game) as socket:
        socket.hello()
        yield socket


def is_alive(socket: Socket) -> bool:
    socket.say(t="ping", v=1)
    return socket.hear("pong")["v"] == 1


def refusal(socket: Socket) -> tuple[str, int]:
    """The error a socket is given, and the code it is closed with."""
    error = socket.hear("error")
    assert error["text"]
    return error["code"], socket.closed()


@pytest.mark.parametrize("text", ["", "no json", "{", '{"t":"ping","v":1', "[" * 2000, "\x00"])
def test_what_is_not_json_closes(socket: Socket, text: str):
    socket.send(text)
    assert refusal(socket) == ("not-json", 4400)


def test_a_binary_frame_closes(socket: Socket):
    socket.send(b'{"t":"ping","v":1}')
    assert refusal(socket) == ("not-json", 4400)


@pytest.mark.parametrize("text", ["[]", "1", '"ping"', "null", "{}", '{"t":"shuffle"}', '{"t":1}', '{"t":null}'])
def test_an_unknown_type_is_named(socket: Socket, text: str):
    socket.send(text)
    assert socket.hear("error")["code"] == "unknown-type"
    assert is_alive(socket)


@pytest.mark.parametrize(
    "message",
    [
        {"t": "hello"},
        {"t": "hello", "after": -1},
        {"t": "hello", "after": 1.5},
        {"t": "hello", "after": "1"},
        {"t": "hello", "after": 2**63},
        {"t": "ping"},
        {"t": "move", "id": "command-1", "after": 1},
        {"t": "move", "id": "command-1", "move": "d"},
        {"t": "move", "after": 1, "move": "d"},
        {"t": "move", "id": "command-1", "after": 1, "move": 41},
        {"t": "move", "id": "short", "after": 1, "move": "d"},
        {"t": "move", "id": "with a space", "after": 1, "move": "d"},
        {"t": "move", "id": "with-a-newline\n", "after": 1, "move": "d"},
        {"t": "move", "id": "x" * 41, "after": 1, "move": "d"},
        {"t": "move", "id": ["command-1"], "after": 1, "move": "d"},
    ],
)
def test_a_wrong_field_is_named_and_the_conversation_goes_on(socket: Socket, message: dict):
    socket.send(json.dumps(message))
    error = socket.hear("error")
    assert error["code"] == "bad-message"
    assert "`" in error["text"]
    if isinstance(message.get("id"), str):
        assert error["id"] == message["id"]
    assert is_alive(socket)


@pytest.mark.parametrize("size", [2049, 12_000])
def test_what_is_too_large_closes(socket: Socket, size: int):
    socket.send("x" * size)
    assert refusal(socket) == ("too-large", 4413)


def test_size_is_counted_in_bytes(socket: Socket):
    socket.send("é" * 1025)
    assert refusal(socket) == ("too-large", 4413)


def test_a_message_as_large_as_allowed_is_read(socket: Socket):
    socket.send(json.dumps({"t": "ping", "v": 1}).ljust(2048))
    assert socket.hear("pong")


def test_far_too_much_at_once_is_cut_off_by_the_server_in_front(socket: Socket):
    socket.send("x" * 200_000)
    assert socket.closed() == 1006


def test_too_many_messages_close_and_others_play_on(ben: Browser, game: str):
    with ben.socket(game) as flood, ben.socket(game):
        flood.hello()
        for _ in range(900):
            flood.say(t="ping", v=1)
        codes = set()
        while (message := flood.hear())["t"] == "pong":
            codes.add(message["t"])
        assert (message["t"], message["code"]) == ("error", "too-many")
        assert flood.closed() == 4429


def test_a_move_of_somebody_elses_game_is_refused(ben: Browser, game: str):
    with ben.socket(game) as watcher:
        watcher.hello()
        error = watcher.play("d", command="not-my-game")
        assert (error["t"], error["code"], error["id"]) == ("error", "not-yours", "not-my-game")
        assert is_alive(watcher)


def test_a_move_without_any_session_is_refused(ben: Browser, game: str):
    with ben.socket(game, cookie="nothing=here") as watcher:
        watcher.hello()
        assert watcher.play("d")["code"] == "not-yours"


def test_a_version_from_the_future_is_refused(socket: Socket):
    error = socket.play("d", after=2, command="future-1")
    assert (error["t"], error["code"], error["id"]) == ("error", "from-the-future", "future-1")
    assert socket.hello(after=7)["code"] == "from-the-future"
    assert is_alive(socket)


@pytest.mark.parametrize("move", ["", "zz", "dd", "45x0", "45x14", "🂡", "u" * 1500])
def test_what_is_no_move_is_refused_by_the_rules(socket: Socket, move: str):
    refused = socket.play(move)
    assert (refused["t"], refused["code"]) == ("refused", "not-a-move")
    assert is_alive(socket)


@pytest.mark.parametrize("origin", [None, "null", "https://example.com", "http://127.0.0.1", "http://127.0.0.1:1"])
def test_a_foreign_or_missing_origin_closes(ana: Browser, game: str, origin: str | None):
    with ana.socket(game, origin=origin) as socket:
        assert refusal(socket) == ("bad-origin", 4403)


def test_a_forged_session_cookie_closes(ana: Browser, game: str):
    with ana.socket(game, cookie="sessionid=forgedforgedforgedforgedforged12") as socket:
        assert refusal(socket) == ("bad-session", 4401)


@pytest.mark.parametrize(
    "path", ["/ws/game/nobodysgame1", "/ws/game/", "/ws/game/a/b", "/ws/game/%00", "/ws/game/" + "a" * 300]
)
def test_an_unknown_game_closes(ana: Browser, path: str):
    with ana.open(path) as socket:
        assert refusal(socket) == ("no-such-game", 4404)


@pytest.mark.parametrize("path", ["/", "/ws", "/ws/", "/ws/lobby/1", "/game/x", "/ws/gamex"])
def test_an_unknown_path_closes(ana: Browser, path: str):
    with ana.open(path) as socket:
        assert refusal(socket) == ("no-such-path", 4404)


def test_nothing_of_it_is_a_traceback(site: Site):
    assert "Traceback" not in site.log
