"""Reading settings from the environment; a wrong one stops the start with a sentence."""

import os

from django.core.exceptions import ImproperlyConfigured

YES, NO = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")


def text(name: str, default: str) -> str:
    """The variable `name`, without surrounding white space, or `default` where it is not set."""
    return os.environ.get(name, default).strip()


def words(name: str) -> list[str]:
    """The variable `name` as a list of words separated by commas; empty where it is not set."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def flag(name: str) -> bool:
    """The variable `name` as yes or no; no where it is not set.

    Raises `ImproperlyConfigured` for anything that is neither.
    """
    value = os.environ.get(name, "").strip().lower()
    if value in YES:
        return True
    if value in NO:
        return False
    raise ImproperlyConfigured(f"{name}={value!r} is neither yes ({', '.join(YES)}) nor no ({', '.join(NO[1:])}).")
