"""The site's own settings, but for the clock that says which day it is, and days that are looked after all the time."""

from solitaire.settings import *  # noqa: F403
from solitaire.settings import DAILY

DAILY = {**DAILY, "now": "tests.daily.moved.now", "rounds_s": 0.3}
