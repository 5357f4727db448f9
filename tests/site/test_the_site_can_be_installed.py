"""A browser can install the site like an app, and shows a page of ours where there is no connection."""

from io import BytesIO

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from solitaire.players.looks import FELTS
from solitaire.players.preferences import CHOICES


@pytest.fixture
def browser(database) -> Client:
    return Client()


def test_the_manifest_names_icons_of_the_sizes_they_have(browser: Client) -> None:
    answer = browser.get("/site.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Samedeal", "/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert path
        with Image.open(path) as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]


def test_what_a_system_may_cut_off_an_icon_is_plain_ground() -> None:
    path = finders.find("icons/icon-full-512.png")
    assert path
    with Image.open(path) as image:
        ground = image.getpixel((0, 0))
        edge = [(x, y) for x in range(512) for y in range(512) if (x - 256) ** 2 + (y - 256) ** 2 > 205**2]
        assert {image.getpixel(place) for place in edge} == {ground}


def test_the_manifest_speaks_the_language_of_the_page_that_names_it(browser: Client) -> None:
    page = browser.get("/rules?hl=lv").text
    assert 'rel="manifest" href="/site.webmanifest?hl=lv"' in page
    manifest = Client().get("/site.webmanifest", {"hl": "lv"}).json()
    assert manifest["lang"] == "lv"
    assert manifest["description"] != Client().get("/site.webmanifest").json()["description"]


def test_the_screens_edges_take_the_colour_of_the_table(browser: Client) -> None:
    assert set(FELTS) == set(CHOICES["felt"])
    browser.post("/settings", {"felt": "burgundy", "theme": "dark", "back": "1", "suits": "two", "index": "fit",
                               "hand": "right", "tap": "smart", "motion": "system", "language": "browser"})  # fmt: skip
    assert f'name="theme-color" content="{FELTS["burgundy"]}"' in browser.get("/").text


def test_the_page_without_a_connection_is_nobodys(browser: Client) -> None:
    browser.post("/play", {"code": "KL1-D1N-AAAAAAG"})
    page = browser.get("/offline").text
    assert "No connection" in page
    assert "Guest" not in page
    assert "csrf" not in page


def test_the_service_worker_keeps_that_page_and_what_it_is_made_of_alone(browser: Client) -> None:
    answer = browser.get("/worker.js")
    assert answer["Content-Type"] == "text/javascript"
    assert answer["Cache-Control"] == "no-cache"
    assert '"/offline?hl\\u003Den"' in answer.text
    assert "/static/styles/tokens.css" in answer.text


def test_icons_are_pictures(browser: Client) -> None:
    path = finders.find("icons/icon-full-180.png")
    assert path
    with open(path, "rb") as file:
        assert Image.open(BytesIO(file.read())).size == (180, 180)
