"""Every pair of colours that is read against each other has the contrast WCAG 2.2 asks of AA, by day and by night."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TOKENS = (Path(settings.BASE_DIR) / "frontend" / "static" / "styles" / "tokens.css").read_text()
TEXT = 4.5
SHAPE = 3.0

PAIRS = [
    *(
        (ink, ground, TEXT)
        for ink in ("ink", "ink-soft", "brass", "good", "bad")
        for ground in ("page", "panel", "raised")
    ),
    *((ink, "sunken", TEXT) for ink in ("ink", "ink-soft")),
    *(("on-metal", metal, TEXT) for metal in ("metal", "metal-lit")),
    *((ink, felt, TEXT) for ink in ("on-felt", "on-felt-soft") for felt in ("felt", "felt-deep")),
    ("on-felt", "felt-lit", TEXT),
    *((f"suit-{suit}", "card-paper", TEXT) for suit in "shdc"),
    *(("line-strong", ground, SHAPE) for ground in ("page", "panel", "raised")),
    *(("focus", ground, SHAPE) for ground in ("page", "panel", "raised", "sunken")),
    *((f"racer-{n}", ground, TEXT) for n in range(1, 9) for ground in ("page", "panel", "raised")),
    ("metal", "felt", SHAPE),
    ("metal-lit", "felt-deep", TEXT),
    ("metal-lit", "felt", TEXT),
]


FELTS = ["teal", "midnight", "burgundy", "slate"]


def colour(name: str, night: bool, chosen: str = "") -> tuple[int, int, int]:
    """The red, green and blue of a token, 0 to 255; with `chosen` as that choice of the player's has it."""
    block = re.search(rf"^{re.escape(chosen)} {{(.+?)^}}", TOKENS, re.DOTALL | re.MULTILINE) if chosen else None
    value = block and re.search(rf"--{name}:\s*([^;]+);", block[1])
    value = value or re.search(rf"--{name}:\s*([^;]+);", TOKENS)
    assert value, f"tokens.css has no --{name}"
    shades = re.findall(r"#([0-9a-f]{6})\b", value[1])
    assert shades, f"--{name} is no opaque colour"
    shade = shades[-1 if night else 0]
    return int(shade[:2], 16), int(shade[2:4], 16), int(shade[4:], 16)


def luminance(rgb: tuple[int, int, int]) -> float:
    parts = [part / 255 for part in rgb]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS, ids=str)
def test_a_pair_can_be_read(ink: str, ground: str, least: float, night: bool) -> None:
    assert contrast(colour(ink, night), colour(ground, night)) >= least


@pytest.mark.parametrize("felt", FELTS)
def test_every_felt_can_be_read_on(felt: str) -> None:
    chosen = "" if felt == "teal" else f'[data-felt="{felt}"]'
    for ink, ground, least in PAIRS:
        if "felt" in ground:
            assert contrast(colour(ink, True, chosen), colour(ground, True, chosen)) >= least, (ink, ground)


def test_four_colours_can_be_read_on_a_card() -> None:
    for suit in "shdc":
        shade = colour(f"suit-{suit}", False, '[data-suits="four"]')
        assert contrast(shade, colour("card-paper", False)) >= TEXT


@pytest.mark.parametrize("ground", ["felt", "felt-deep"])
@pytest.mark.parametrize("racer", range(1, 9))
def test_a_racer_is_seen_on_the_table(racer: int, ground: str) -> None:
    """The table is night whatever the theme."""
    assert contrast(colour(f"racer-{racer}", night=True), colour(ground, night=True)) >= TEXT
