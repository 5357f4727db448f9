"""What a handshake's headers are taken for."""

import pytest

from solitaire.live import handshake


def scope(client: tuple[str, int] | None = ("203.0.113.7", 5), **headers: str) -> dict:
    return {
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        "client": client,
    }


@pytest.fixture(autouse=True)
def hosts(settings) -> None:
    settings.ALLOWED_HOSTS = ["cards.example", "127.0.0.1", "[2001:db8::1]"]


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://cards.example", "cards.example"),
        ("http://cards.example", "cards.example"),
        ("https://cards.example", "Cards.Example"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://[2001:db8::1]:8000", "[2001:db8::1]:8000"),
    ],
)
def test_our_own_pages_are_known(origin: str, host: str):
    assert handshake.comes_from_our_pages(scope(origin=origin, host=host))


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("", "cards.example"),
        ("null", "cards.example"),
        ("https://evil.example", "cards.example"),
        ("https://cards.example:444", "cards.example"),
        ("https://cards.example.evil.example", "cards.example"),
        ("https://evil.example", "evil.example"),  # a name of theirs that leads to our address
        ("file://cards.example", "cards.example"),
        ("chrome-extension://cards.example", "cards.example"),
        ("x://[", "cards.example"),
        ("http://", ""),
    ],
)
def test_others_are_not(origin: str, host: str):
    assert not handshake.comes_from_our_pages(scope(origin=origin, host=host))


def test_over_https_alone_a_plain_page_is_another_site(settings):
    settings.HTTPS = True
    assert not handshake.comes_from_our_pages(scope(origin="http://cards.example", host="cards.example"))
    assert handshake.comes_from_our_pages(scope(origin="https://cards.example", host="cards.example"))


def test_a_trusted_origin_may_stand_before_another_host(settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://play.example"]
    assert handshake.comes_from_our_pages(scope(origin="https://play.example", host="127.0.0.1"))


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("lv", "lv"), ("ms-MY, en", "ms"), ("id;q=0.3, lv;q=0.8", "lv"), ("xx, yy", "en"), ("", "en"), ("*", "en")],
)
def test_the_language_is_the_first_we_speak(accepted: str, language: str):
    assert handshake.language(scope(accept_language=accepted)) == language


def test_cookies_are_read_as_django_reads_them():
    assert handshake.cookies(scope(cookie='sessionid=abc; other="d e"')) == {"sessionid": "abc", "other": "d e"}
    assert handshake.cookies(scope()) == {}


def test_neighbours_on_an_ipv6_network_are_one():
    first, second = scope(("2001:db8::1", 1)), scope(("2001:db8::2", 2))
    assert handshake.neighbourhood(first) == handshake.neighbourhood(second)
    assert handshake.neighbourhood(scope(None)) == ""
