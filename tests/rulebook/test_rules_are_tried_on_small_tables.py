"""A small table asks the rules what comes of a move: nothing is kept, and nothing hidden is told."""

from typing import Any

import pytest
from django.test import Client

from solitaire.rulebook import trial
from solitaire.rulebook.book import PAGES

ADDRESS = "/rules/klondike/classic/wrong-colour"


@pytest.fixture
def browser(database) -> Client:
    return Client()


def asked(browser: Client, address: str = ADDRESS, **query: str) -> dict[str, Any]:
    return browser.get(address, query).json()


def test_a_table_begins_as_its_example_stands(browser: Client) -> None:
    table = asked(browser)
    assert table["t"] == "table"
    assert len(table["position"]["waste"]) == 3
    assert "53x1" not in table["legal"]
    assert {"d", "u"} <= set(table["legal"])


def test_the_move_of_an_example_is_refused_in_words(browser: Client) -> None:
    answer = asked(browser, move="53")
    text = "Red goes on black: the 5♥ needs a black 6."
    assert answer == {"t": "refused", "code": "wrong-colour", "pile": "3", "text": text}


def test_a_refusal_speaks_the_readers_language(browser: Client) -> None:
    assert asked(browser, move="53", hl="lv")["text"] == "Sarkano liek uz melnā: 5♥ vajag melnu 6."


def test_a_legal_move_tells_what_it_did_and_what_is_legal_then(browser: Client) -> None:
    answer = asked(browser, move="d")
    assert answer["t"] == "done"
    assert answer["event"]["carry"][0]["from"] == "s"
    assert answer["event"]["moves"] == 4
    again = asked(browser, made="d", move="u")
    assert again["event"]["move"] == "u"


def test_face_down_cards_are_not_told(browser: Client) -> None:
    table = asked(browser)["position"]
    assert isinstance(table["stock"], int)
    assert sum(column.count("??") for column in table["columns"]) == 21


def test_every_move_up_to_the_limit_is_judged_and_none_beyond(browser: Client) -> None:
    turns = " ".join(["u", "y"] * (trial.MOST_MOVES // 2))
    assert asked(browser, made=turns, move="u")["t"] == "done"
    answer = browser.get(ADDRESS, {"made": f"{turns} u", "move": "y"})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad-trial"


@pytest.mark.parametrize("made", ["53", "zz", "d d d x d", "d" * 5000, "\x00"])
def test_moves_that_cannot_have_been_made_are_a_bad_request(browser: Client, made: str) -> None:
    answer = browser.get(ADDRESS, {"made": made, "move": "d"})
    assert answer.status_code == 400


@pytest.mark.parametrize("address", [f"{ADDRESS}s", "/rules/klondike/normal/foundation-locked", "/rules/a/b/face-down"])
def test_an_example_that_is_none_is_not_found(browser: Client, address: str) -> None:
    assert browser.get(address).status_code == 404


def test_only_questions_are_answered(browser: Client) -> None:
    assert browser.post(ADDRESS, {"move": "d"}).status_code == 405


def test_who_asks_too_often_is_told_to_wait(browser: Client, settings) -> None:
    settings.RULEBOOK = {"trials": {"per_s": 0.001, "burst": 2}}
    codes = [browser.get(ADDRESS).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert browser.get(ADDRESS).json()["text"]


def test_every_table_of_every_page_opens(browser: Client) -> None:
    for page in PAGES:
        for code in page.examples:
            assert asked(browser, f"/rules/{'/'.join(page.slugs)}/{code}")["t"] == "table"
