"""The cards of a new game are dealt, before one's eyes, out of the stock."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

CODE = "KL1-D1N-FQKQUOV"
WATCH = """
window.glided = new Set();
addEventListener("transitionrun", ({target, propertyName}) => {
  const {in: pile, at} = target.dataset;
  if (!target.matches(".card") || !/^[1-7]$/.test(pile) || propertyName !== "transform") return;
  window.glided.add(pile + at);
}, true);
"""


def watch(page: Page) -> None:
    page.add_init_script(WATCH)


@pytest.mark.parametrize(("motion", "dealt"), [("no-preference", 28), ("reduce", 0)])
def test_the_cards_of_the_columns_glide_to_their_places(sit_down: Callable, motion: str, dealt: int):
    table = sit_down(CODE, prepare=watch, reduced_motion=motion)
    table.page.wait_for_function("() => !document.getAnimations().some((one) => one.effect.target.matches('.card'))")
    assert table.page.evaluate("() => window.glided.size") == dealt
