"""Names for games and players: short, random, safe in an address and easy to read aloud."""

import re
import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Lower-case letters and digits without the look-alikes i, l, o, 0 and 1."""

LENGTH = 12
_LIKE_AN_ID = re.compile(r"[a-z0-9]{1,40}")


def new_id() -> str:
    """A fresh id of 12 characters from `ALPHABET` (59 bits of the operating system's randomness)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def could_be_id(text: str) -> bool:
    """Whether a text from outside could be an id; what could not never gets to the database, which may refuse it."""
    return _LIKE_AN_ID.fullmatch(text) is not None
