"""The card sheet in the repository is what `python frontend/cards.py` writes, and holds every symbol pages ask for."""

import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings

FRONTEND = Path(settings.BASE_DIR) / "frontend"
SHEET = FRONTEND / "static" / "cards" / "cards.svg"
PICTURES = sorted(path for path in SHEET.parent.iterdir() if path != SHEET)
SVG = "{http://www.w3.org/2000/svg}"
NAMES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


@pytest.fixture(scope="module")
def generator() -> dict[str, Any]:
    return runpy.run_path(str(FRONTEND / "cards.py"))


@pytest.fixture(scope="module")
def root() -> ElementTree.Element:
    return ElementTree.fromstring(SHEET.read_text())


def test_the_committed_files_equal_the_generators_output(generator: dict[str, Any]) -> None:
    assert {path.name: path.read_text() for path in SHEET.parent.iterdir()} == generator["files"]()


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_a_picture_needs_no_other_file_and_nothing_of_the_page(path: Path) -> None:
    root = ElementTree.fromstring(path.read_text())
    ids = {element.get("id") for element in root.iter()}
    pictures = 1 if path.stem.startswith("back") else 6 if path.stem == "places" else 13
    assert root.get("viewBox") == f"0 0 {240 * pictures} 336"
    assert {use.get("href", "").removeprefix("#") for use in root.iter(f"{SVG}use")} <= ids
    assert "var(" not in path.read_text()


def test_pictures_have_the_colours_that_the_styles_give() -> None:
    drawn = {path.stem: ElementTree.fromstring(path.read_text()).get("color") for path in PICTURES}
    tokens = (SHEET.parent.parent / "styles" / "tokens.css").read_text()
    plain, four = tokens.split('[data-suits="four"]')
    for suit in ("spades", "hearts", "diamonds", "clubs"):
        for stem, values in ((suit, plain), (f"{suit}-four", four)):
            for name in (stem, stem.replace(suit, f"{suit}-large")):
                assert name not in drawn or f"--suit-{suit[0]}: {drawn[name]};" in values
    assert sum(stem.endswith("-four") for stem in drawn) == 4


def test_every_card_back_and_empty_place_is_a_symbol_of_five_by_seven(root: ElementTree.Element) -> None:
    symbols = {symbol.get("id"): symbol.get("viewBox") for symbol in root.iter(f"{SVG}symbol")}
    wanted = {*NAMES, *(f"{name}-L" for name in NAMES), "back-1", "back-2", "back-3"}
    wanted |= {"ghost", "ghost-S", "ghost-H", "ghost-D", "ghost-C", "ghost-recycle", "ghost-stop"}
    assert symbols == dict.fromkeys(wanted, "0 0 240 336")


def test_nothing_is_used_that_is_not_drawn_and_no_id_is_given_twice(root: ElementTree.Element) -> None:
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    used = {use.get("href", "").removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert len(ids) == len(set(ids))
    assert used <= set(ids)


def test_no_style_or_script_needs_leave_of_a_content_security_policy(root: ElementTree.Element) -> None:
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert not tags & {"style", "script", "image", "foreignObject"}
    assert not any("style" in element.attrib for element in root.iter())


def test_a_number_card_shows_as_many_pips_as_it_counts(generator: dict[str, Any]) -> None:
    for rank in range(2, 11):
        name = "T" if rank == 10 else str(rank)
        assert len(generator["PLACES"][name]) == rank
        middle = ElementTree.fromstring(f"<g>{generator['pips'](name, 'H')}</g>")
        halves = [len(list(group.iter("use"))) for group in middle.iter("g") if group.get("transform")]
        upright = len(list(middle.iter("use"))) - sum(halves)
        assert upright + sum(halves) == rank


def test_the_sheet_is_well_below_sixty_kilobytes() -> None:
    assert SHEET.stat().st_size < 58_000
