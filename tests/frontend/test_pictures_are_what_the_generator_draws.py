"""The PNG files in the repository are what `python frontend/pictures.py` draws from the SVG files beside them."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from PIL import Image, ImageChops

GENERATOR = Path(settings.BASE_DIR) / "frontend" / "pictures.py"
NAMES = [
    "cards.png",
    "felt.png",
    "front.png",
    "icon-192.png",
    "icon-512.png",
    "icon-full-512.png",
    "icon-full-180.png",
]


@pytest.fixture(scope="module")
def generator() -> dict[str, Any]:
    return runpy.run_path(str(GENERATOR))


@pytest.mark.parametrize("name", NAMES)
def test_a_committed_picture_equals_the_generators(generator: dict[str, Any], name: str) -> None:
    path, draw = next((path, draw) for path, draw in generator["PICTURES"].items() if path.name == name)
    with Image.open(path) as committed:
        assert ImageChops.difference(draw(), committed.copy()).getbbox() is None


def test_no_picture_is_left_out(generator: dict[str, Any]) -> None:
    assert sorted(path.name for path in generator["PICTURES"]) == sorted(NAMES)
