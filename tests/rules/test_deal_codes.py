from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire.rules.cards import DECK
from solitaire.rules.deals import NUMBERED_DECKS, BadCode, Deal, deal_of_deck, numbered

from .walks import FORMS

letters = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=20, max_size=20)
decks = st.permutations(DECK).map(tuple)
forms = st.sampled_from(FORMS)


@pytest.mark.parametrize(
    ("text", "part", "found", "message"),
    [
        ("", "family", "", "The family is missing; it must be KL or TF."),
        ("QQ1-D1N-AAAAAAA", "family", "QQ", 'The family is "QQ"; it must be KL or TF.'),
        ("KL", "kind", "", "The deck kind is missing; it must be 1, 2 or X."),
        ("KL7-D1N-AAAAAAA", "kind", "7", 'The deck kind is "7"; it must be 1, 2 or X.'),
        ("KL1-D2N-AAAAAAA", "draw", "D2", 'The draw count is "D2"; it must be D1 or D3.'),
        ("KL1-1N-AAAAAAA", "draw", "1N", 'The draw count is "1N"; it must be D1 or D3.'),
        ("KL1-D3Q-AAAAAAA", "ruleset", "Q", 'The rule set is "Q"; it must be N, V, S or C.'),
        ("TF1-D3C-AAAAAAA", "ruleset", "C", 'The rule set is "C"; with family TF it must be N.'),
        ("KL1-D1N-AAAA4AA", "letters", "4", 'The last part has "4" in it; only letters A to Z may be.'),
        ("KL1-D1N-AAAAAA", "length", "6", "The last part has 6 letters; with deck kind 1 it must have 7."),
        ("KL2-D1N-AAAAAAA", "length", "7", "The last part has 7 letters; with deck kind 2 it must have 20."),
    ],
)
def test_a_refusal_says_which_part_is_wrong_and_what_is_allowed(text: str, part: str, found: str, message: str):
    with pytest.raises(BadCode) as bad:
        Deal.parse(text)
    assert (bad.value.part, bad.value.found, str(bad.value)) == (part, found, message)


@pytest.mark.parametrize("character", ["_", ".", "É", "ı", "１", "\u2011", "\u00a0", "\x1c", "\x00"])
def test_only_ascii_letters_digits_hyphens_and_white_space_may_stand_in_a_code(character: str):
    with pytest.raises(BadCode) as bad:
        Deal.parse(f"KL1-D1N-AAAA{character}AAA")
    assert (bad.value.part, bad.value.found) == ("character", character)
    assert str(bad.value).isascii()


def test_a_number_beyond_the_last_order_is_refused_naming_the_last():
    last = deal_of_deck(DECK[::-1]).letters
    with pytest.raises(BadCode, match=last) as bad:
        Deal.parse("KLX-D1N-" + "Z" * 48)
    assert bad.value.part == "rank"
    first_beyond = "ZHMEDIRAFWRLDAFOVSIGBJJLWCJVLOUXWNPDRDURZIQIAAAA"
    assert last.endswith("IQHZZZZ")
    with pytest.raises(BadCode, match=last):
        Deal.parse(f"KLX-D1N-{first_beyond}")


def test_a_text_without_end_is_refused_at_once():
    with pytest.raises(BadCode, match="far too long"):
        Deal.parse("KL1-D1N-" + "A" * 1_000_000)


def test_a_deal_cannot_be_made_of_parts_that_no_code_has():
    with pytest.raises(BadCode) as bad:
        Deal("TF", "1", 3, "V", "AAAAAAA")
    assert bad.value.part == "ruleset"
    with pytest.raises(BadCode) as bad:
        Deal("KL", "1", 2, "N", "AAAAAAA")
    assert bad.value.part == "draw"


@given(st.integers(0, NUMBERED_DECKS - 1), forms, st.randoms(use_true_random=False))
def test_writing_then_reading_in_any_spelling_is_identity(number: int, form: tuple, chance):
    deal = numbered(number, *form)
    spelled = "".join(
        chance.choice([letter, letter.lower()]) + chance.choice(["", "-", " ", "\t", "\r\n", "\v\f", "--"])
        for letter in deal.code
    )
    assert Deal.parse(deal.code) == Deal.parse(spelled) == deal
    assert Deal.parse(spelled).code == deal.code


@given(letters, forms)
def test_kind_2_is_written_in_four_groups_of_five(letters: str, form: tuple):
    family, draw, ruleset = form
    deal = Deal(family, "2", draw, ruleset, letters)
    assert list(map(len, deal.code.split("-"))) == [3, 3, 5, 5, 5, 5]
    assert Deal.parse(deal.code) == deal


@given(decks, forms)
def test_any_order_of_the_cards_has_a_code_that_deals_it(deck: tuple[int, ...], form: tuple):
    deal = deal_of_deck(deck, *form)
    assert Deal.parse(deal.code).deck == deck
    assert (deal.family, deal.draw, deal.ruleset) == form


def test_orders_are_ranked_as_in_a_dictionary():
    assert deal_of_deck(DECK).letters == "A" * 48
    assert deal_of_deck((*DECK[:50], 51, 50)).letters == "A" * 47 + "B"
    assert deal_of_deck((*DECK[:49], 50, 49, 51)).letters == "A" * 47 + "C"


@pytest.mark.parametrize("deck", [DECK[:51], (*DECK[:51], 0), (*DECK, 0), (*DECK[:51], 52)])
def test_what_is_not_a_whole_deck_has_no_code(deck: tuple[int, ...]):
    with pytest.raises(ValueError, match="52 cards"):
        deal_of_deck(deck)


@pytest.mark.parametrize("number", [-1, NUMBERED_DECKS])
def test_a_number_without_a_deck_is_refused(number: int):
    with pytest.raises(ValueError, match="numbered from 0 to 8031810175"):
        numbered(number)


@pytest.mark.parametrize(
    ("number", "letters"), [(0, "AAAAAAA"), (1, "AAAAAAB"), (26, "AAAAABA"), (26**7 - 1, "ZZZZZZZ")]
)
def test_numbers_are_letters_in_base_26(number: int, letters: str):
    assert numbered(number).letters == letters


@given(st.integers(0, NUMBERED_DECKS - 1), forms, forms)
def test_the_letters_alone_decide_the_deck(number: int, one: tuple, other: tuple):
    assert numbered(number, *one).deck == numbered(number, *other).deck


@given(st.integers(0, NUMBERED_DECKS - 1))
def test_the_same_cards_have_the_same_key_whatever_the_code(number: int):
    deal = numbered(number)
    again = deal_of_deck(deal.deck, "TF", 3)
    assert deal.deck_key == again.deck_key
    assert len(deal.deck_key) == 32
    assert deal.deck_key != numbered((number + 1) % NUMBERED_DECKS).deck_key


def test_a_number_in_the_unfair_tail_of_the_range_is_passed_over():
    """A deck whose thirteenth number, 4294967292, is one that would make some orders likelier than others."""
    blocks = [sha256(f"klondike:1:AAPSZZX:{block}".encode()).digest() for block in range(8)]
    words = [int.from_bytes(block[start : start + 4]) for block in blocks for start in range(0, 32, 4)]
    assert words[12] == 4294967292 >= 2**32 - 2**32 % 40
    del words[12]
    deck = list(DECK)
    for place, word in zip(range(51, 0, -1), words, strict=False):
        deck[place], deck[word % (place + 1)] = deck[word % (place + 1)], deck[place]
    assert Deal.parse("KL1-D1N-AAPSZZX").deck == tuple(deck)


def test_the_key_of_a_deck_is_frozen():
    assert numbered(6).deck_key == "782d8403d0dd7ceb30f4e093a2d714dd"


def test_kinds_1_and_2_are_different_decks():
    assert Deal.parse("KL1-D1N-AAAAAAA").deck != Deal.parse("KL2-D1N-AAAAAAAAAAAAAAAAAAAA").deck
