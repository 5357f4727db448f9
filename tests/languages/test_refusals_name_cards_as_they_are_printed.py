"""In every language a refusal names the cards it speaks of as they are printed: 7♥, 10♠."""

import pytest
from django.utils import translation

from solitaire.live.refusals import refusal_text
from solitaire.rules.cards import parse_card
from solitaire.rules.moves import Refused


@pytest.mark.parametrize(
    ("language", "red", "black"),
    [
        ("en", "Red goes on black: the 7♥ needs a black 8.", "Black goes on red: the 9♠ needs a red 10."),
        (
            "ms",
            "Merah diletakkan di atas hitam: 7♥ memerlukan 8 hitam.",
            "Hitam diletakkan di atas merah: 9♠ memerlukan 10 merah.",
        ),
        ("id", "Merah ditaruh di atas hitam: 7♥ perlu 8 hitam.", "Hitam ditaruh di atas merah: 9♠ perlu 10 merah."),
        ("lv", "Sarkano liek uz melnā: 7♥ vajag melnu 8.", "Melno liek uz sarkanā: 9♠ vajag sarkanu 10."),
    ],
)
def test_a_card_of_the_wrong_colour(language: str, red: str, black: str) -> None:
    with translation.override(language):
        assert refusal_text(wrong_colour("7H", "8S", "8C")) == red
        assert refusal_text(wrong_colour("9S", "TH", "TD")) == black


def wrong_colour(card: str, *needs: str) -> Refused:
    return Refused("wrong-colour", card=parse_card(card), needs=tuple(map(parse_card, needs)))


@pytest.mark.parametrize(
    ("language", "once", "thrice"),
    [
        ("en", "only once here.", "only 3 times here."),
        ("ms", "boleh dilalui 1 kali sahaja.", "boleh dilalui 3 kali sahaja."),
        ("id", "hanya boleh dilalui 1 kali.", "hanya boleh dilalui 3 kali."),
        ("lv", "tikai 1 reizi.", "tikai 3 reizes."),
    ],
)
def test_passes_are_counted_as_the_language_counts(language: str, once: str, thrice: str) -> None:
    with translation.override(language):
        assert refusal_text(Refused("no-passes-left", limit=1)).endswith(once)
        assert refusal_text(Refused("no-passes-left", limit=3)).endswith(thrice)
