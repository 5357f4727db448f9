import ssl
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.sync.client import connect

from solitaire.live.certificate import self_made_certificate
from tests.server import Site


@pytest.fixture
def https_site(new_site: Callable[..., Site]) -> Site:
    return new_site(https=True, HTTPS="1")


@pytest.fixture
def trusting(https_site: Site) -> ssl.SSLContext:
    """Knows the certificate the site has made, as a browser does once it has been told to go on."""
    return ssl.create_default_context(cafile=str(https_site.folder / "https-certificate.pem"))


def test_pages_come_over_https_and_the_address_is_printed(https_site: Site, trusting: ssl.SSLContext):
    address = https_site.url.replace("http:", "https:")
    with urllib.request.urlopen(address + "/", context=trusting) as answer:
        assert b"Samedeal" in answer.read()
    assert f"Samedeal is at {address}/" in https_site.log


def test_a_socket_from_an_https_page_is_let_in(https_site: Site, trusting: ssl.SSLContext):
    address = https_site.ws_url.replace("ws:", "wss:") + "/ws/game/nosuchgame22"
    with connect(address, ssl=trusting, origin=https_site.url.replace("http:", "https:"), proxy=None) as ours:
        assert '"no-such-game"' in ours.recv(timeout=10)


def test_a_socket_from_the_page_of_another_scheme_is_not(https_site: Site, trusting: ssl.SSLContext):
    address = https_site.ws_url.replace("ws:", "wss:") + "/ws/game/nosuchgame22"
    with connect(address, ssl=trusting, origin=https_site.url, proxy=None) as foreign:
        assert '"bad-origin"' in foreign.recv(timeout=10)


def test_the_certificate_names_each_host_once_and_its_key_is_nobody_elses(tmp_path: Path):
    key, certificate = self_made_certificate(tmp_path, ["127.0.0.1", "192.0.2.7", "table.local"])
    assert key.stat().st_mode & 0o077 == 0
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    names = ssl._ssl._test_decode_cert(str(certificate))["subjectAltName"]
    assert sorted(names) == [
        ("DNS", "localhost"),
        ("DNS", "table.local"),
        ("IP Address", "127.0.0.1"),
        ("IP Address", "192.0.2.7"),
    ]


def test_an_address_somebody_else_listens_at_is_said_to_be_taken(site: Site):
    refused = site.manage("serve", "--port", str(site.port))
    assert refused.returncode == 1
    assert f"cannot listen at 127.0.0.1 port {site.port}" in refused.stderr


@pytest.mark.parametrize("port", ["eighty", "-1", "65536"])
def test_a_port_that_is_none_is_refused_with_what_is_allowed(site: Site, port: str):
    refused = site.manage("serve", f"--port={port}")
    assert refused.returncode == 2
    assert "a whole number from 0 to 65535" in refused.stderr
