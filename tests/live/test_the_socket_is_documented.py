"""The page at /api/socket: every message, error and close code, and an example that is true to the letter."""

import html
import json
import re
from typing import Any

import msgspec
import pytest

from solitaire.live import protocol, refusals
from tests.live.browsers import Browser

TO_THE_SERVER, FROM_THE_SERVER = "→", "←"


@pytest.fixture(scope="module")
def page(site) -> str:
    answer = Browser(site).get("/api/socket")
    assert answer.status == 200
    return html.unescape(answer.body)


def between(page: str, start: str, end: str) -> str:
    return page.partition(start)[2].partition(end)[0]


def example(page: str) -> list[tuple[str, dict[str, Any]]]:
    listed = between(page, 'id="example"', "</ul>")
    lines = re.findall(r"<li[^>]*>(.) (.*)</li>", listed)
    return [(way, json.loads(text)) for way, text in lines]


def comparable(message: dict[str, Any]) -> dict[str, Any]:
    """The message without what differs from one game to the next: times and names."""
    message = json.loads(json.dumps(message))
    for part in (message, *message.get("events", ())):
        for time in ("now", "at"):
            if time in part:
                part[time] = 0
    if "game" in message:
        message["game"] |= {"id": "", "player": {}}
    return message


def test_the_example_is_what_happens(page: str, ana: Browser):
    spoken = example(page)
    assert {message["t"] for _, message in spoken} >= {"hello", "table", "move", "done", "refused", "stale", "pong"}
    with ana.socket(ana.deal("KL1-D1N-AAAAAAG")) as socket:
        for way, message in spoken:
            if way == TO_THE_SERVER:
                socket.say(**message)
            else:
                assert way == FROM_THE_SERVER
                assert comparable(socket.hear()) == comparable(message)


MESSAGES = (
    *(protocol.Hello, protocol.Move, protocol.Ping, protocol.Table, protocol.Events, protocol.Done),
    *(
        protocol.Refused,
        protocol.Stale,
        protocol.Error,
        protocol.Pong,
        protocol.Hints,
        protocol.Restarting,
        protocol.Wait,
    ),
)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.__struct_config__.tag)
def test_every_message_is_described_with_its_fields(page: str, message: type[msgspec.Struct]):
    description = between(page, f'<dt class="code">{message.__struct_config__.tag}</dt>', "</div>")
    for field in msgspec.structs.fields(message):
        assert f"<code>{field.encode_name}</code>" in description


def test_every_error_stands_beside_the_code_it_closes_with(page: str):
    closes = between(page, 'id="close-codes"', "</dl>")
    described = dict(re.findall(r'<dt class="code">(\d+)</dt><dd>(.*?)</dd>', closes))
    for code in refusals._ERRORS:
        closed_with = protocol.CLOSES.get(code)
        where = described[str(closed_with)] if closed_with else between(page, 'id="errors"', "<dl")
        assert f"<code>{code}</code>" in where
    assert {str(protocol.CLOSE_RESTARTING), str(protocol.CLOSE_BROKEN)} <= described.keys()


def test_the_limits_are_named(page: str, settings):
    live = settings.LIVE
    for number in (f"{live['message_bytes']:,}", live["silence_s"], live["commands_per_s"], live["command_burst"]):
        assert str(number) in page
