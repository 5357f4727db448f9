"""A replay of two thousand events: wherever the scrubber is dragged to, the film shows that very position, at rest."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from solitaire.players import joining
from solitaire.rules.cards import name
from solitaire.rules.deals import Deal
from solitaire.rules.game import Step, start
from tests.browser.film import number, written_beside
from tests.browser.table import Table
from tests.replays import seed
from tests.rules.walks import random_steps
from tests.server import Site

CODE = "KL1-D1N-FQKQUOV"
EVENTS = 2000


@pytest.fixture(scope="module")
def steps() -> list[Step]:
    return list(random_steps(start(Deal.parse(CODE)), seed=5, length=EVENTS - 1))


@pytest.fixture
def game(site: Site, steps: list[Step], django_db_blocker) -> str:
    """A game of so many events."""

    def write() -> str:
        game = seed.deal(joining.new_guest(), CODE)
        seed.move(game, *(step.move for step in steps), "x")
        return game

    return written_beside(site, django_db_blocker, write)


def test_the_film_is_where_the_scrubber_was_let_go(
    sit_down: Callable[..., Table], site: Site, game: str, steps: list[Step]
) -> None:
    page = sit_down(CODE, viewport={"width": 1280, "height": 800}).page
    page.goto(f"{site.url}/replay/{game}")
    page.locator("#place", has_text=f"0 / {EVENTS}").wait_for()
    reader = Table(page, site.url, CODE)
    box = page.locator("#scrub").bounding_box()
    assert box is not None
    y, left, right = box["y"] + box["height"] / 2, box["x"] + 8, box["x"] + box["width"] - 8
    page.mouse.move(left, y)
    page.mouse.down()
    for to in (right, left + 40, (left + right) / 2):
        page.mouse.move(to, y, steps=8)
    page.mouse.up()
    expect(page.locator("#place")).to_have_text(f"{page.locator('#scrub').input_value()} / {EVENTS}")
    at = number(page)
    assert EVENTS / 3 < at < EVENTS * 2 / 3
    page.locator(f'.move-list .is-current[href="?move={at}"]').wait_for()
    position = steps[at - 1].game.position
    shown = reader.shown()
    assert shown["moves"] == position.moves
    assert shown["columns"] == [
        ["??"] * down + [name(card) for card in column[down:]]
        for column, down in zip(position.columns, position.down, strict=True)
    ]
