"""The site's settings with short times, for servers that tests of races start."""

from solitaire.settings import *  # noqa: F403
from solitaire.settings import LIVE, RACES, ROOMS

LIVE = {**LIVE, "heads_s": 1, "sockets_per_address": 1000}
RACES = {
    **RACES,
    "countdown_s": 1.5,
    "late_s": 30,
    "pulse_s": 0.4,
    "rounds_s": 0.2,
    "outage_s": 4,
    "loss_final_s": 1.5,
    "idle_s": 20,
    "disconnected_s": 3,
    "vanished_s": 20,
    "room_idle_s": 60,
    "lobby_s": 0.2,
    "pace_lines": 0,
}
ROOMS = {**ROOMS, "seats": {"per_s": 20, "burst": 200}}
