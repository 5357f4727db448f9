"""`/api/openapi.json` describes every call, and `/api/docs` shows it without anything from elsewhere."""

import re

import pytest
from django.test import Client

CALLS = [
    "/api/boards/{board}",
    "/api/boards/{board}/players/{player_id}",
    "/api/daily",
    "/api/daily/{on}/{draw}",
    "/api/daily/{on}/{draw}/board",
    "/api/deals",
    "/api/deals/{code}",
    "/api/deals/{code}/boards/{board}",
    "/api/deals/{code}/games",
    "/api/games",
    "/api/games/{game_id}",
    "/api/games/{game_id}/comments",
    "/api/games/{game_id}/events",
    "/api/ladder/{draw}",
    "/api/players/{player_id}",
    "/api/races",
    "/api/races/{race_id}",
    "/api/races/{race_id}/lanes/{key}/events",
]


@pytest.fixture
def browser(database: object) -> Client:
    return Client()


def test_every_call_is_described_with_its_answers_and_errors(browser: Client) -> None:
    described = browser.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.")
    assert sorted(described["paths"]) == CALLS
    for operations in described["paths"].values():
        responses = operations["get"]["responses"]
        assert "429" in responses
        for status, response in responses.items():
            schema = response["content"]["application/json"]["schema"]
            assert (schema == {"$ref": "#/components/schemas/Problem"}) == (status != "200")


def test_the_page_names_every_call_and_every_schema(browser: Client) -> None:
    described = browser.get("/api/openapi.json").json()
    page = browser.get("/api/docs").text
    for call in CALLS:
        assert call in page
    for schema in described["components"]["schemas"]:
        if schema not in ("Board", "SiteBoard"):
            assert f'id="schema-{schema}"' in page
    assert 'href="/api/socket"' in page
    assert 'href="/api/openapi.json"' in page


def test_its_links_lead_to_what_is_on_it(browser: Client) -> None:
    page = browser.get("/api/docs").text
    ids = set(re.findall(r'id="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= ids


def test_the_page_loads_nothing_from_elsewhere(browser: Client) -> None:
    page = browser.get("/api/docs").text
    assert not re.findall(r'(?:src|href)="(?:https?:)?//(?!testserver/)', page)
    scripts = re.findall(r"<script[^>]*>", page)
    assert all(re.search(r'src="/static/', script) for script in scripts), scripts
