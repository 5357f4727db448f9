"""Anybody can compute a digest with a JSON library and SHA-256."""

import json
from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire.log import store
from solitaire.log.event import digest
from tests.log.appends import append

pytestmark = pytest.mark.parametrize("log_database", ["database"], indirect=True, ids=["sqlite"])

TEXT = st.text(max_size=6) | st.sampled_from(["", '"', "\\", "a,b", "null", "\x00", "\x7f", "é", "😀", "\n1"])
FIELDS = st.tuples(
    TEXT,
    st.integers(1, 2**31),
    TEXT,
    TEXT,
    st.integers(0, 2**45),
    st.none() | TEXT,
    st.none() | TEXT,
    st.integers(0, 99),
)


def by_hand(previous, fields):
    """The digest by the standard library alone."""
    return sha256(previous + json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()).digest()


@given(previous=st.binary(min_size=32, max_size=32), fields=FIELDS)
def test_the_standard_library_comes_to_the_same(previous, fields):
    assert digest(previous, fields) == by_hand(previous, fields)


@given(fields=FIELDS, others=FIELDS)
def test_different_events_have_different_digests(fields, others):
    assert (digest(bytes(32), fields) == digest(bytes(32), others)) == (fields == others)


def test_it_is_the_same_for_ever():
    fields = ("game:abcdefghjkmn", 7, "move", '"w3"', 1764496800000, "nmkjhgfedcba", "c-17", 0)
    first = digest(bytes(32), fields)
    assert first.hex() == "bfe93e73546932b521c271cc880bee5a86493831b41a9265ab730234997e919c"
    assert digest(first, fields).hex() == "f311fd1ce2ed0972627d600ad20753fc327801cada3447c5f87947d05d9d12a4"


def test_nothing_is_not_the_word_for_it():
    fields = ("s", 1, "k", "1", 1, None, None, 0)
    variants = [fields, (*fields[:5], "null", None, 0), (*fields[:5], "", None, 0), (*fields[:5], None, "null", 0)]
    for one, other in combinations(variants, 2):
        assert digest(bytes(32), one) != digest(bytes(32), other)


def test_it_chains_from_32_zero_bytes_on(bare):
    append("game:a", 0, "d", {"code": "é\n"}, command="c-1")
    append("game:a", 2, "w3")
    previous = bytes(32)
    for *fields, kept in bare(
        "SELECT stream, version, kind, data, at, who, command, part, digest FROM log_event ORDER BY version"
    ):
        previous = by_hand(previous, fields)
        assert kept == previous
    assert store.head("game:a").digest == previous
