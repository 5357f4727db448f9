"""Left or right hand, four colours, large letters, backs: as chosen, at any table."""

import pytest

CODE = "KL1-D3S-MKMCCKT"
PICTURES = "(all) => all.map((el) => getComputedStyle(el).backgroundImage)"


@pytest.mark.parametrize(
    "viewport",
    [{"width": 390, "height": 844}, {"width": 844, "height": 390}, {"width": 1440, "height": 900}],
    ids=["upright", "sideways", "desktop"],
)
def test_a_left_handed_table_has_the_stock_on_the_other_side(sit_down, choose, viewport):
    right, left = sit_down(CODE, viewport=viewport), sit_down(CODE, prepare=choose("Left"), viewport=viewport)
    for table in (right, left):
        table.play("d")
    sides = [table.spot("s")[0] < table.spot("S")[0] for table in (right, left)]
    assert sides[0] != sides[1]
    assert left.shown() == right.shown()


def test_four_colours_tell_the_suits_apart(sit_down, choose):
    table = sit_down(CODE, prepare=choose("Four colours"))
    colours = table.page.evaluate(
        "() => [...'shdc'].map((s) => getComputedStyle(document.documentElement).getPropertyValue(`--suit-${s}`))"
    )
    assert len(set(colours)) == 4
    for suit, picture in {"S": "spades", "H": "hearts", "D": "diamonds-four", "C": "clubs-four"}.items():
        faces = table.page.eval_on_selector_all(f'.card.is-up[data-card$="{suit}"] .card-face', PICTURES)
        assert all(f"/{picture}." in face for face in faces)


def test_letters_are_large_and_backs_as_chosen(sit_down, choose):
    table = sit_down(CODE, prepare=choose("Always large", "Lattice"))
    faces = table.page.eval_on_selector_all(".card.is-up .card-face", PICTURES)
    backs = table.page.eval_on_selector_all(".card-back", PICTURES)
    assert faces
    assert all("-large." in face for face in faces)
    assert all("/back-3." in back for back in backs)


def test_score_and_clock_can_be_out_of_sight(sit_down, choose):
    table = sit_down(CODE, prepare=choose("Show the score while playing", "Show the clock while playing"))
    assert not table.page.locator("#score").is_visible()
    assert not table.page.locator("#clock").is_visible()
    assert table.page.locator("#moves").is_visible()
