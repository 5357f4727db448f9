"""Names for games and players: short, random, safe in an address and easy to read aloud."""

import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Lower-case letters and digits without the look-alikes i, l, o, 0 and 1."""

LENGTH = 12


def new_id() -> str:
    """A fresh id of 12 characters from `ALPHABET` (59 bits of the operating system's randomness)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
