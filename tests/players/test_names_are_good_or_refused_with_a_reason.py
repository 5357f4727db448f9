import unicodedata

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from solitaire.players.models import NAME_KEY_LENGTH
from solitaire.players.names import LONGEST, SHORTEST, clean_name, guest_names, name_key


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana  Lūcija ", "Ana Lūcija"),
        ("Ａｎａ", "Ana"),
        ("A\u00a0B", "A B"),
        ("Zoe\u0308", "Zoë"),
        ("O'Brien-7 (the 2nd)", "O'Brien-7 (the 2nd)"),
        ("李雷", "李雷"),
        ("♠ 7", "♠ 7"),
        ("x" * 24, "x" * 24),
    ],
)
def test_a_good_name_is_kept_in_its_plain_form(typed: str, shown: str):
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("A", "short"),
        ("", "short"),
        ("  ", "short"),
        ("x" * 25, "long"),
        ("ﷺ" * 2, "long"),
        ("A\tB", "unseen"),
        ("A\nB", "unseen"),
        ("A\x00B", "unseen"),
        ("A\u200bna", "unseen"),
        ("A\u200dna", "unseen"),
        ("\u202eanA", "unseen"),
        ("A\u00adna", "unseen"),
        ("A\u2028na", "unseen"),
        ("A\u1680na", "unseen"),
        ("\u3164\u3164", "unseen"),
        ("\uffa0na", "unseen"),
        ("\u2800\u2800", "unseen"),
        ("Ana\ufe0f", "unseen"),
        ("Ana\U000e0101", "unseen"),
        ("Ana\ue000", "unseen"),
        ("Ana\ud800", "unseen"),
        ("!?", "wordless"),
        ("\u0301\u0301a", "marks"),
        ("a \u0301b", "marks"),
        ("q" + "\u0301" * 4, "marks"),
    ],
)
def test_a_bad_name_is_refused_with_its_reason(typed: str, reason: str):
    with pytest.raises(ValidationError) as refused:
        clean_name(typed)
    assert refused.value.code == reason
    assert all(message for message in refused.value.messages)


def test_the_refusal_says_what_is_allowed():
    with pytest.raises(ValidationError, match="2 to 24 characters"):
        clean_name("A")


@pytest.mark.parametrize(("one", "other"), [("ANA", "ana"), ("Straße", "STRASSE"), ("Ａｎａ", "ana"), ("ΣΑΣ", "σας")])
def test_names_that_differ_in_case_or_width_are_the_same_name(one: str, other: str):
    assert name_key(one) == name_key(other)


def test_different_names_are_different():
    assert name_key("Ana") != name_key("Anna")


@given(st.text(max_size=40))
def test_cleaning_is_done_once_and_for_all(typed: str):
    try:
        name = clean_name(typed)
    except ValidationError:
        return
    assert clean_name(name) == name
    assert SHORTEST <= len(name) <= LONGEST
    assert len(name_key(name)) <= NAME_KEY_LENGTH
    assert not any(unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp") for character in name)


@given(st.text(max_size=40))
def test_the_key_of_a_key_is_the_key(typed: str):
    assert name_key(name_key(typed)) == name_key(typed)


def test_every_generated_name_is_a_good_one():
    names = guest_names()
    for _ in range(2000):
        name = next(names)
        assert clean_name(name) == name
