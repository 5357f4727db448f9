"""A game is played in each of the site's languages: buttons, refusals, hints and the end."""

import pytest
from django.utils import translation
from django.utils.translation import gettext

from tests.browser.table import recorded_moves

CODE = "KL1-D3N-AKTMJAF"
# The words under the controls lie within them.
CUT_OFF = """() => [...document.querySelectorAll('.control')].filter((el) => el.checkVisibility())
  .filter((el) => el.scrollWidth > el.clientWidth).map((el) => el.innerText)"""


def words(language: str, *texts: str) -> list[str]:
    with translation.override(language):
        return [gettext(text) for text in texts]


@pytest.mark.parametrize("language", ["en", "ms", "id", "lv"])
def test_a_game_speaks_the_players_language(sit_down, language):
    undo, hint, restart = words(language, "Undo", "Hint", "Restart")
    table = sit_down(CODE, locale=language)
    assert table.page.locator("html").get_attribute("lang") == language
    for name in (undo, hint, restart):
        assert table.control(name).is_visible()
    table.control(hint).click()
    table.page.wait_for_selector("#rule:not([hidden])")
    advice = table.text("#rule")
    for width in (320, 360, 390):
        table.page.set_viewport_size({"width": width, "height": 640})
        assert table.page.evaluate(CUT_OFF) == [], width
    table.follow("h")
    *moves, last = recorded_moves(CODE)
    table.rush(moves)
    table.play(last)
    table.page.wait_for_selector("#result:not([hidden])")
    if language != "en":
        assert "turns a card up" not in advice
        assert table.text("#result-title") != "You won!"
