"""Every refusal and error has words of its own, with the cards' names and suits, in the reader's language."""

from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from solitaire.live import refusals
from solitaire.live.refusals import card_sign, error_text, refusal_text
from solitaire.rules.deals import Deal
from solitaire.rules.game import fold
from solitaire.rules.moves import Refused
from tests.live.browsers import Browser
from tests.rules.tables import examples, table


def said(game, move: str) -> str:
    with pytest.raises(Refused) as refused:
        game.play(move)
    return refusal_text(refused.value)


@pytest.mark.parametrize("row", examples("refusals.jsonl"), ids=lambda row: f"{row['refused']}-{row['try']}"[:40])
def test_every_worked_example_has_a_text(row: dict):
    text = said(fold(Deal.parse(row["deal"]), row["moves"].split()), row["try"])
    assert text.endswith(".")
    assert "%" not in text


def test_every_code_of_the_rules_is_among_the_examples_or_tried_here():
    tried = {row["refused"] for row in examples("refusals.jsonl")} | {"too-long"}
    assert tried == set(refusals._TEXTS)


@pytest.mark.parametrize(
    ("columns", "move", "text"),
    [
        (("7H", "8D"), "12", "Red goes on black: the 7♥ needs a black 8."),
        (("9S", "TC"), "12", "Black goes on red: the 9♠ needs a red 10."),
        (("7H", "9C"), "12", "Columns go down by one: the 7♥ needs a black 8."),
        (("9C", "QC"), "12", "Columns go down by one: the 9♣ needs a red 10."),
        (("KD", "QC"), "12", "Columns go down by one: the K♦ needs an empty column."),
        (("QD", ""), "12", "An empty column takes a king: the Q♦ has to wait."),
        (("5H",), "1f", "A foundation goes up from the ace, one by one: the 5♥ comes after the 4♥."),
        (("",), "1f", "There are not that many cards in column 1."),
        (("",), "wf", "The waste is empty."),
        (("",), "d", "The stock is empty."),
        (("",), "H1", "The foundation of ♥ is empty."),
        (("9C",), "1g", "That is not a move."),
    ],
)
def test_the_cards_are_named_as_they_are_printed(columns: tuple[str, ...], move: str, text: str):
    assert said(table(*columns), move) == text


def test_passes_are_counted_in_words():
    assert refusal_text(Refused("no-passes-left", "w", limit=1)) == "The stock can be gone through only once here."
    assert "only 3 times" in refusal_text(Refused("no-passes-left", "w", limit=3))


def test_a_game_too_long_names_its_length():
    assert "5000" in refusal_text(Refused("too-long", limit=5000))


def test_ten_is_a_number():
    assert [card_sign(card) for card in (0, 9, 22, 38)] == ["A♠", "10♠", "10♥", "K♦"]


@pytest.mark.parametrize("code", refusals._ERRORS)
def test_every_error_has_a_sentence(code: str):
    assert error_text(code)


TRANSLATED = [code for code, _ in settings.LANGUAGES if (Path(settings.LOCALE_PATHS[0]) / code).is_dir()]


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translated_refusal_names_the_same_cards(language: str):
    with translation.override(language):
        text = said(table("7H", "8D"), "12")
    assert "7♥" in text
    assert "8" in text


def test_the_browsers_language_decides(ana: Browser):
    with ana.socket(ana.deal(), language="xx, lv;q=0.9, en;q=0.5") as socket:
        socket.hello()
        refused = socket.play("52")
    with translation.override("lv"):
        assert refused["text"] == said(fold(Deal.parse("KL1-D1N-AAAAAAG"), []), "52")
