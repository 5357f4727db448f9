"""Left or right hand, four colours, large letters, backs: as chosen, at any table."""

import pytest

CODE = "KL1-D3S-MKMCCKT"


@pytest.fixture
def seated(sit_down, site):
    def seat(*names, **context):
        def prepare(page):
            page.goto(f"{site.url}/settings")
            for name in names:
                page.get_by_text(name, exact=True).click()
            page.get_by_role("button", name="Save").click()
            page.get_by_text("Saved.").wait_for()

        return sit_down(CODE, prepare=prepare, **context)

    return seat


@pytest.mark.parametrize(
    "viewport",
    [{"width": 390, "height": 844}, {"width": 844, "height": 390}, {"width": 1440, "height": 900}],
    ids=["upright", "sideways", "desktop"],
)
def test_a_left_handed_table_has_the_stock_on_the_other_side(sit_down, seated, viewport):
    right, left = sit_down(CODE, viewport=viewport), seated("Left", viewport=viewport)
    for table in (right, left):
        table.play("d")
    sides = [table.spot("s")[0] < table.spot("S")[0] for table in (right, left)]
    assert sides[0] != sides[1]
    assert left.shown() == right.shown()


def test_four_colours_tell_the_suits_apart(seated):
    table = seated("Four colours")
    colours = table.page.evaluate(
        "() => ['s', 'h', 'd', 'c'].map(s => getComputedStyle(document.documentElement).getPropertyValue(`--suit-${s}`))"
    )
    assert len(set(colours)) == 4


def test_letters_are_large_and_backs_as_chosen(seated):
    table = seated("Always large", "Lattice")
    faces = table.page.eval_on_selector_all(
        ".card.is-up .card-face use", "all => all.map((use) => use.getAttribute('href').split('#')[1])"
    )
    backs = table.page.eval_on_selector_all(
        ".card-back use", "all => all.map((use) => use.getAttribute('href').split('#')[1])"
    )
    assert faces
    assert all(face.endswith("-L") for face in faces)
    assert set(backs) == {"back-3"}


def test_score_and_clock_can_be_out_of_sight(seated):
    table = seated("Show the score while playing", "Show the clock while playing")
    assert not table.page.locator("#score").is_visible()
    assert not table.page.locator("#clock").is_visible()
    assert table.page.locator("#moves").is_visible()
