"""Whatever is sent over a socket is answered as it is documented, and leaves the site as it was."""

import json
import secrets
from typing import Any
from urllib.parse import urlsplit

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase, example, given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from solitaire.live.protocol import CLOSES
from tests.live.browsers import HEAR_SECONDS, Browser, Socket
from tests.server import Site

ANSWERS = {
    "game": {"table", "events", "done", "stale", "refused", "error", "hints", "pong", "wait"},
    "race": {"race", "lanes", "done", "error", "pong"},
    "lobby": {"lobby", "error", "pong"},
}
CODES = {*CLOSES.values(), 1002, 1003, 1007, 1009}
"""Those that are documented, and those of the websocket protocol itself."""
KINDS = ["hello", "move", "ping", "act", "shuffle", "", "HELLO"]
FIELDS = ["id", "after", "move", "v", "sent", "what", "extra"]
MOVES = ["d", "r", "u", "y", "h", "x", "wf", "w1", "1f", "12", "41", "113", "S1", "resign", "dd", "", "☃", "d" * 50]

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(MOVES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
numbers = st.sampled_from([0, 1, 2, -1, 2**31 - 1, 2**31, 2**63, 1.5, "1", None, True])
ids = st.sampled_from(["command-1", "command-2", "short", "x" * 41, "with space", 7, None])
values = {
    "id": ids,
    "after": numbers,
    "v": numbers,
    "sent": numbers,
    "move": st.sampled_from(MOVES),
    "what": st.sampled_from(["ready", "unready", "leave", "start-over", "win"]),
    "extra": anything,
}
messages = st.dictionaries(st.sampled_from(FIELDS), st.none(), max_size=7).flatmap(
    lambda fields: st.fixed_dictionaries(
        {"t": st.sampled_from(KINDS), **{name: values[name] | anything for name in fields}}
    )
)
proper = st.one_of(
    st.builds(lambda after: {"t": "hello", "after": after}, st.integers(0, 3)),
    st.builds(lambda v: {"t": "ping", "v": v}, st.integers(0, 3)),
    st.builds(
        lambda id_, after, move: {"t": "move", "id": id_, "after": after, "move": move},
        st.uuids().map(str),
        st.integers(0, 6),
        st.sampled_from(MOVES[:12]),
    ),
)


@st.composite
def broken(draw: st.DrawFn) -> str:
    """A message with something cut out, put in, or said twice."""
    text = json.dumps(draw(proper))
    at, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    return text[:at] + draw(st.sampled_from(["", text, "\x00", "{", '"', ",", "[" * 200])) + text[end:]


frames = st.one_of(
    proper.map(json.dumps),
    messages.map(json.dumps),
    anything.map(json.dumps),
    broken(),
    st.text(max_size=300),
    st.binary(max_size=200),
    st.integers(2000, 2100).map(lambda size: "x" * size),
)
conversations = st.lists(frames, min_size=1, max_size=8)

fuzzed = hypothesis.settings(
    max_examples=40,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


def converse(socket: Socket, said: list[str | bytes], last: dict[str, Any], answers: set[str]) -> bool:
    """Say it all, and hear everything: each answer is one that is documented, and so is the end.

    `last` is answered with what has its own `id` or `sent`. Whether the socket was alive at the end.
    """
    heard: list[Any] = []
    mark = last.get("id") or last["sent"]
    end = None
    try:
        for frame in said:
            socket.send(frame)
        socket.say(**last)
        while not heard or mark not in (heard[-1].get("id"), heard[-1].get("sent")):
            heard.append(json.loads(socket.connection.recv(timeout=HEAR_SECONDS)))
    except ConnectionClosed as closed:
        end = closed.rcvd.code if closed.rcvd else 1006
    assert end is None or end in CODES
    assert {one["t"] for one in heard} <= answers
    for one in heard:
        if one["t"] == "error":
            assert one["text"]
            assert one["code"] not in ("unavailable", "too-many"), one
    return end is None


def test_at_a_game(site: Site):
    browser = Browser(site)
    game = browser.deal()

    @fuzzed
    @given(said=conversations)
    @example(said=['{"t":"ping","v":0}'])
    @example(said=["no json"])
    def at_a_game(said: list[str | bytes]) -> None:
        last = {"t": "move", "id": secrets.token_hex(8), "after": 2**31 - 1, "move": "d"}
        with browser.socket(game) as socket:
            ends.add(converse(socket, said, last, ANSWERS["game"]))

    ends: set[bool] = set()
    at_a_game()
    assert ends == {True, False}
    with browser.socket(game) as socket:
        told = socket.hello()
        assert browser.get(f"/api/games/{game}").json["position"] == told["position"]
    assert "Traceback" not in site.log


@pytest.mark.parametrize("kind", ["race", "lobby"])
def test_at_a_race_and_in_the_lobby(site: Site, kind: str):
    browser = Browser(site)
    path = "/ws/lobby"
    if kind == "race":
        made = browser.post("/race/new", seats="2", limit="none")
        path = "/ws" + urlsplit(made.location).path

    @fuzzed
    @given(said=conversations)
    @example(said=['{"t":"ping","v":0}'])
    @example(said=["no json"])
    def there(said: list[str | bytes]) -> None:
        last = {"t": "ping", "sent": secrets.randbelow(10**9) + 10}
        if kind == "race":
            last["v"] = 0
        with browser.open(path) as socket:
            ends.add(converse(socket, said, last, ANSWERS[kind]))

    ends: set[bool] = set()
    there()
    assert ends == {True, False}
    assert "Traceback" not in site.log
