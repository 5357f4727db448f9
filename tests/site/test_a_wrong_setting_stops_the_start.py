"""Settings come from the environment, and a wrong one stops the site with a sentence."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from solitaire import environment, start

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def refusal(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What is said of a value, read by one of the functions of `environment`."""

    def refuse(value: str, read: Callable[..., Any], *rest: Any) -> str:
        monkeypatch.setenv("SETTING", value)
        with pytest.raises(ImproperlyConfigured) as error:
            read("SETTING", *rest)
        sentence = str(error.value)
        assert sentence.startswith("SETTING")
        assert sentence.endswith(".")
        return sentence

    return refuse


@pytest.mark.parametrize("value", ["twelve", "-1", "1.5", "70000", "²"])
def test_a_number_is_whole_and_within_bounds(refusal, value: str):
    assert "from 1 to 65535" in refusal(value, environment.number, 587, 1, 65535)


def test_one_of_some_words_is_none_else(refusal, monkeypatch: pytest.MonkeyPatch):
    assert "DEBUG, INFO" in refusal("loud", environment.one_of, "INFO", ("DEBUG", "INFO"))
    monkeypatch.setenv("SETTING", "debug")
    assert environment.one_of("SETTING", "INFO", ("DEBUG", "INFO")) == "DEBUG"
    monkeypatch.setenv("SETTING", "")
    assert environment.one_of("SETTING", "INFO", ("DEBUG", "INFO")) == "INFO"


@pytest.mark.parametrize(
    "value", ["mysql://ana:secret@db/cards", "postgresql:", "postgresql://", "postgresql://ana:secret@db:port/cards"]
)
def test_a_wrong_service_is_refused_without_its_password(refusal, value: str):
    assert "secret" not in refusal(value, environment.service, "", ("postgresql",))


@pytest.mark.parametrize("value", ["cards.example", "ftp://cards.example", "https://", "https://cards.example/"])
def test_an_origin_is_a_scheme_and_a_host(refusal, value: str):
    assert "https://cards.example" in refusal(value, environment.origins)


@pytest.mark.parametrize("value", ["localhost", "10.0.0.0/33", "10.0.0.1/8", "127.0.0.1, proxy"])
def test_a_network_is_one_of_addresses(refusal, value: str):
    assert "10.0.0.0/8" in refusal(value, environment.networks)


@pytest.mark.parametrize("value", ["9100", ":9100", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:x"])
def test_an_address_to_listen_at_has_a_host_and_a_port(refusal, value: str):
    assert "127.0.0.1:9100" in refusal(value, environment.listening)


def test_an_address_to_listen_at_may_be_one_of_ipv6_or_none(monkeypatch: pytest.MonkeyPatch):
    assert environment.listening("SETTING") is None
    monkeypatch.setenv("SETTING", "[::1]:9100")
    assert environment.listening("SETTING") == ("::1", 9100)


@pytest.mark.parametrize("key", ["short", "a" * 60, "abcd" * 20])
def test_a_key_that_could_be_guessed_is_none(settings, key: str):
    settings.DEVELOPMENT, settings.ALLOWED_HOSTS, settings.SECRET_KEY = False, ["cards.example"], key
    with pytest.raises(ImproperlyConfigured, match="could be guessed"):
        start.check_settings()


def test_without_hosts_nobody_is_served(settings):
    settings.DEVELOPMENT, settings.ALLOWED_HOSTS = False, []
    with pytest.raises(ImproperlyConfigured, match="ALLOWED_HOSTS"):
        start.check_settings()


def test_the_operator_reads_the_sentence_and_no_traceback():
    environment = {"PATH": os.environ["PATH"], "HTTPS": "perhaps"}
    ended = subprocess.run(
        [sys.executable, "manage.py", "serve"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("Samedeal cannot start. HTTPS='perhaps'")
    assert len(ended.stderr.splitlines()) == 1
