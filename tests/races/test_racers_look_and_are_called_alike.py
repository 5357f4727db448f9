"""Templates draw and name racers as the browser's modules do."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from solitaire.races.templatetags.racers import LOOKS, RacerLook, racer_look, racer_mark, racer_name

MODULE = Path(settings.BASE_DIR) / "frontend" / "static" / "races" / "racers.js"


@pytest.mark.parametrize(
    ("key", "look"),
    [("0", RacerLook(1, False)), ("7", RacerLook(8, False)), ("8", RacerLook(1, True)), ("15", RacerLook(8, True))],
)
def test_the_ninth_racer_has_the_first_ones_colour_and_a_hollow_shape(key, look):
    assert racer_look(key, {"seats": [{}] * 16}) == look


def test_ghosts_come_after_the_seats():
    assert racer_look("g1", {"seats": [{}, {}]}) == RacerLook(4, False)


def test_a_pace_setter_is_called_by_its_pace_and_an_unknown_ghost_by_its_number():
    assert racer_name({"key": "0", "name": "Ana"}) == "Ana"
    assert racer_name({"key": "g0", "name": None, "pace": "gold"}) == "Gold pace"
    assert racer_name({"key": "g2", "name": None, "pace": None}) == "Ghost 3"


def test_everybody_is_marked_for_what_they_are():
    marks = {mark: racer_mark({"mark": mark}) for mark in ("account", "guest", "ghost", "program")}
    assert marks == {"account": "account", "guest": "guest", "ghost": "recorded game", "program": "program"}


def test_the_browser_has_as_many_looks():
    assert re.search(rf"^const LOOKS = {LOOKS};", MODULE.read_text(), re.MULTILINE)


def test_of_a_recorded_game_the_day_is_told():
    assert racer_mark({"mark": "ghost", "played_at": 1_900_022_400_000}) == "recorded game, March 18, 2030"
