"""The site's settings for tests that run in this process; servers started by tests read the real ones."""

import os
import tempfile

os.environ.update(
    DEVELOPMENT="1", VAR_DIR=tempfile.mkdtemp(prefix="samedeal-tests-"), PACE_LINES="0", REDIS_URL="", METRICS=""
)
os.environ.update(WINNABLE_DEALS="0")  # nothing is searched for in the background

from solitaire.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a slow hash protects nobody here

STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405 -- WhiteNoise warns of a folder that is not there

# Tests win games at once: in them, what no human does takes less than a millisecond for each move.
RACES = {**RACES, "human": {**RACES["human"], "move_ms": 1, "reaction_ms": 0}}  # noqa: F405
