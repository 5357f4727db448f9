"""A deal code, however it is written, leads to the page of its deal; what is none is told why."""

from pathlib import Path

import pytest
from django.test import Client

from solitaire.rules.deals import Deal, deal_of_deck

SEALED = "KL2-D1N-MVGNX-AQHYO-PRHLH-VHYOJ"


@pytest.fixture
def browser(database: Path) -> Client:
    return Client()


def test_a_deal_has_a_page_before_anybody_has_played_it(browser: Client) -> None:
    page = browser.get("/deal/KL1-D1N-AAAAAAG")
    assert page.status_code == 200
    assert "Nobody has won this deal yet." in page.text


@pytest.mark.parametrize("code", [SEALED, deal_of_deck(Deal.parse("KL1-D3V-AAAAAAG").deck, "KL", 3, "V").code])
def test_codes_of_every_deck_kind_have_one(browser: Client, code: str) -> None:
    assert browser.get(f"/deal/{code}").status_code == 200


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("kl1d1naaaaaag", "KL1-D1N-AAAAAAG"),
        ("KL1-D1N-AAAAAAg", "KL1-D1N-AAAAAAG"),
        (" tf1 d3n aaaaaab ", "TF1-D3N-AAAAAAB"),
        (SEALED.replace("-", ""), SEALED),
    ],
)
def test_another_spelling_is_redirected_for_good(browser: Client, written: str, canonical: str) -> None:
    answer = browser.get(f"/deal/{written}")
    assert (answer.status_code, answer["Location"]) == (301, f"/deal/{canonical}")


def test_a_typed_code_is_opened(browser: Client) -> None:
    answer = browser.get("/deal", {"code": " kl1-d1n aaaaaag"})
    assert (answer.status_code, answer["Location"]) == (302, "/deal/KL1-D1N-AAAAAAG")


def test_without_a_code_there_is_a_form_to_type_one(browser: Client) -> None:
    page = browser.get("/deal")
    assert page.status_code == 200
    assert 'name="code"' in page.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("KL1-D2N-AAAAAAG", "D1 or D3"),
        ("XX1-D1N-AAAAAAG", "KL or TF"),
        ("TF1-D1V-AAAAAAG", "with family TF it must be N"),
        ("KL1-D1N-AAA", "it must have 7"),
        ("KL1-D1N-AAAAAA&", "has no place in a deal code"),
    ],
)
def test_what_is_no_code_is_told_which_part_is_wrong_and_what_is_allowed(
    browser: Client, typed: str, said: str
) -> None:
    page = browser.get("/deal", {"code": typed})
    assert page.status_code == 400
    assert said in page.text
    assert f'value="{typed.replace("&", "&amp;")}"' in page.text, "the form keeps what was typed"


def test_an_address_with_no_code_in_it_is_not_found(browser: Client) -> None:
    page = browser.get("/deal/KL1-D2N-AAAAAAG")
    assert page.status_code == 404
    assert "D1 or D3" in page.text


def test_markup_in_a_code_stays_text(browser: Client) -> None:
    assert "<script>" not in browser.get("/deal", {"code": "<script>alert(1)</script>"}).text.replace(
        '<script type="module"', ""
    ).replace("<script src=", "")
