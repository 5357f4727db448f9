"""The page at /api/socket: every message of the race's socket and of the lobby's, the limits, and the errors."""

import html
import inspect
import re

import msgspec
import pytest

from solitaire.races import protocol, wording
from tests.live.browsers import Browser

OF_RACES = (
    *(protocol.Hello, protocol.Ping, protocol.Act),
    *(protocol.RaceNow, protocol.LanesNow, protocol.Done, protocol.Pong),
)
OF_THE_LOBBY = (protocol.LobbyHello, protocol.LobbyPing, protocol.LobbyNow, protocol.LobbyPong)
OF_PAGES_ALONE = {"already-in", "no-ghosts", "unready"}


@pytest.fixture(scope="module")
def page(site) -> str:
    answer = Browser(site).get("/api/socket")
    assert answer.status == 200
    return html.unescape(answer.body)


def section(page: str, name: str) -> str:
    return page.partition(f'<h2 id="{name}">')[2].partition("</section>")[0]


def check(described: str, message: type[msgspec.Struct]) -> None:
    tag = message.__struct_config__.tag
    found = described.partition(f'<dt class="code">{tag}</dt>')[2].partition("</div>")[0]
    assert found
    for field in msgspec.structs.fields(message):
        assert f"<code>{field.encode_name}</code>" in found


@pytest.mark.parametrize("message", OF_RACES, ids=lambda message: message.__name__)
def test_every_message_of_a_race_is_described_with_its_fields(page, message):
    check(section(page, "race-socket"), message)


@pytest.mark.parametrize("message", OF_THE_LOBBY, ids=lambda message: message.__name__)
def test_every_message_of_the_lobby_is_described_with_its_fields(page, message):
    check(section(page, "lobby-socket"), message)


def test_what_can_be_done_is_named(page):
    for what in inspect.get_annotations(protocol.Act)["what"].__args__:
        assert f"<code>{what}</code>" in section(page, "race-socket")


def test_every_reason_against_an_act_is_named(page):
    codes = set(re.findall(r'case "([a-z-]+)"', inspect.getsource(wording)))
    assert codes >= OF_PAGES_ALONE
    named = section(page, "race-socket").partition('id="race-errors"')[2]
    for code in codes - OF_PAGES_ALONE:
        assert f"<code>{code}</code>" in named


def test_the_limits_are_named(page, settings):
    described = section(page, "race-socket")
    assert f"at most {settings.ROOMS['messages']['per_s']} messages a second" in described
    assert f"{settings.ROOMS['messages']['burst']} at once" in described
    assert f"{settings.ROOMS['acts']['burst']} at once" in described
    assert settings.RACES["frames_per_s"] == 10
