"""As `quick_settings`, and every race ends after a few seconds."""

from tests.races.quick_settings import *  # noqa: F403
from tests.races.quick_settings import RACES

RACES = {**RACES, "longest_s": 5}
