"""A bad deal code is explained in the reader's language; in English with the rules' own message."""

import pytest
from django.utils import translation

from solitaire.rules.deals import BadCode, Deal
from solitaire.wording import bad_code_text

BAD = [
    "",
    "ZZ1-D1N-AAAAAAG",
    "KL",
    "KL3-D1N-AAAAAAG",
    "KL1",
    "KL1-D2N-AAAAAAG",
    "KL1-D1",
    "KL1-D1Q-AAAAAAG",
    "TF1-D1V-AAAAAAG",
    "KL1-D1N-AAAAAA7",
    "KL1-D1N-AAAA",
    "KL2-D1N-AAAA",
    "KLX-D1N-" + "Z" * 48,
    "KL1-D1N-AAAA♥",
    "K" * 2000,
]


def refusal(code: str) -> BadCode:
    with pytest.raises(BadCode) as caught:
        Deal.parse(code)
    return caught.value


@pytest.mark.parametrize("code", BAD)
def test_in_english_it_is_the_rules_own_message(code: str) -> None:
    error = refusal(code)
    with translation.override("en"):
        assert bad_code_text(error) == str(error)


@pytest.mark.parametrize("language", ["ms", "id", "lv"])
@pytest.mark.parametrize("code", BAD)
def test_in_other_languages_it_is_another_message(code: str, language: str) -> None:
    error = refusal(code)
    with translation.override(language):
        text = bad_code_text(error)
    assert text != str(error)
    assert "%(" not in text


def test_one_letter_is_not_called_letters() -> None:
    with translation.override("en"):
        assert bad_code_text(refusal("KL1-D1N-A")).startswith("The last part has 1 letter;")


def test_the_page_says_it_too(database, client) -> None:
    page = client.get("/deal", {"code": "KL1-D2N-AAAAAAG"}, headers={"accept-language": "lv"})
    assert page.status_code == 400
    assert "D1 vai D3" in page.content.decode()
