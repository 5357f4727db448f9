"""Every rule that can refuse a move is on a page, with a move that the rules really refuse by it."""

from typing import get_args

import pytest

from solitaire.rulebook.book import PAGES, Page, opening, page_of, refusal
from solitaire.rulebook.wording import RULES, TOPICS, tried
from solitaire.rules.deals import FAMILIES, RULE_SETS
from solitaire.rules.moves import Code

CODES = set(get_args(Code))


def test_every_code_has_an_example_on_some_page() -> None:
    assert {code for page in PAGES for code in page.examples} == CODES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_rules_refuse_each_example_by_its_rule(page: Page) -> None:
    assert {code: refusal(page, code).code for code in page.examples} == {code: code for code in page.examples}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_are_played_by_the_rules_of_their_page(page: Page) -> None:
    for code in page.examples:
        deal = opening(page, code).deal
        assert (deal.family, deal.ruleset) == (page.family, page.ruleset)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_was_tried_can_be_said_of_each(page: Page) -> None:
    sentences = [tried(refusal(page, code), page.examples[code].refused) for code in page.examples]
    assert all(sentence.startswith("Tried: ") and sentence.endswith(".") for sentence in sentences)
    assert len(set(sentences)) == len(sentences)


def test_what_a_family_or_rule_set_cannot_refuse_is_not_on_its_page() -> None:
    never = {
        ("KL", "N"): {"group-not-in-order", "foundation-locked", "no-passes-left"},
        ("KL", "V"): {"group-not-in-order", "foundation-locked"},
        ("KL", "S"): {"group-not-in-order", "foundation-locked", "no-passes-left"},
        ("KL", "C"): {"group-not-in-order"},
        ("TF", "N"): {"face-down", "foundation-locked", "no-passes-left"},
    }
    assert {(page.family, page.ruleset): CODES - set(page.examples) for page in PAGES} == never


def test_every_rule_has_a_name_and_a_place() -> None:
    assert set(RULES) == CODES
    placed = [code for topic in TOPICS for code in topic.codes]
    assert sorted(placed) == sorted(CODES)


def test_every_deal_that_can_be_played_has_a_page() -> None:
    ways = [("KL", ruleset) for ruleset in RULE_SETS] + [("TF", "N")]
    assert {family for family, _ in ways} == set(FAMILIES)
    assert [(page_of(*way).family, page_of(*way).ruleset) for way in ways] == ways
