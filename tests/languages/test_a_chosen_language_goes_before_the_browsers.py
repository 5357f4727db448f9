"""The player's choice goes before the browser's languages, an address that names one before both."""

from pathlib import Path

import pytest
from django.test import Client

from solitaire.live import handshake
from solitaire.players import joining


def rules(client: Client, query: str = "") -> str:
    return client.get(f"/rules{query}", headers={"accept-language": "id"}).content.decode()


def test_an_address_names_its_language(database: Path, client: Client) -> None:
    assert '<html lang="id"' in rules(client)
    assert '<html lang="lv"' in rules(client, "?hl=lv")


def test_what_a_link_has_asked_for_is_remembered(database: Path, client: Client) -> None:
    rules(client, "?hl=lv")
    assert '<html lang="lv"' in rules(client)


def test_a_language_that_is_not_spoken_is_nothing(database: Path, client: Client) -> None:
    assert '<html lang="id"' in rules(client, "?hl=tlh")
    assert "django_language" not in client.cookies


def test_the_players_language_goes_before_the_browsers(database: Path, client: Client) -> None:
    player = joining.new_guest()
    player.preferences = {"language": "ms"}
    player.save()
    client.force_login(player)
    assert '<html lang="ms"' in rules(client)
    assert '<html lang="lv"' in rules(client, "?hl=lv")
    assert '<html lang="ms"' in rules(client)


def test_every_page_says_where_it_is_in_the_other_languages(database: Path, client: Client) -> None:
    page = rules(client)
    for code in ("en", "ms", "id", "lv"):
        assert f'<link rel="alternate" hreflang="{code}" href="http://testserver/rules?hl={code}">' in page
    assert '<link rel="alternate" hreflang="x-default" href="http://testserver/rules">' in page


@pytest.mark.parametrize(("chosen", "spoken"), [("lv", "lv"), ("", "id"), ("tlh", "id"), ("x" * 900, "id")])
def test_a_socket_speaks_the_chosen_language(chosen: str, spoken: str) -> None:
    headers = [(b"accept-language", b"id"), (b"cookie", f"django_language={chosen}".encode())]
    assert handshake.language({"headers": headers}) == spoken
