"""Log lines: plain for people, or one JSON object each for programs (`LOG_FORMAT=json`).

They name games, races and players by their ids, and nothing personal: addresses and e-mail addresses, which may be
part of an error from elsewhere, are made unreadable, and so are the secrets in links that letters bring.
"""

import logging
import re
import time
from typing import Any

import msgspec

ABOUT = ("game", "race", "player", "socket", "page", "status", "ms")
"""What a line may be about, given as `extra`."""

_PERSONAL = (
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), "<e-mail>"),
    (re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b"), "<address>"),
    (
        re.compile(r"(?i)\b(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\b|\b(?:[0-9a-f]{1,4}:)+:(?:[0-9a-f]{1,4}(?::|\b))*"),
        "<address>",
    ),
    (re.compile(r"(/password/new/)[^/\s]+/[^/\s]+"), r"\1<secret>"),
)


def impersonal(text: str) -> str:
    """The text without what says who somebody is, or lets others be them.

    >>> impersonal("ana@cards.example from 203.0.113.9 or 2001:db8::7 at 12:34:56 asked for /password/new/abc/def-0123")
    '<e-mail> from <address> or <address> at 12:34:56 asked for /password/new/<secret>'
    """
    for pattern, instead in _PERSONAL:
        text = pattern.sub(instead, text)
    return text


class Plain(logging.Formatter):
    """One line to read: when, how grave, where, what, and what it is about."""

    converter = time.gmtime  # type: ignore[assignment]
    default_time_format, default_msec_format = "%Y-%m-%dT%H:%M:%S", "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}{about}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        """The line, and a traceback below it where there is one."""
        about = " ".join(f"{key}={value}" for key, value in _about(record).items())
        record.about = f" ({about})" if about else ""
        return impersonal(super().format(record))


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    converter = time.gmtime  # type: ignore[assignment]
    default_time_format, default_msec_format = "%Y-%m-%dT%H:%M:%S", "%s.%03dZ"

    def format(self, record: logging.LogRecord) -> str:
        """The object: `at`, `level`, `logger`, `message`, what it is about, and the `error` where there is one."""
        line: dict[str, Any] = {
            "at": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": impersonal(record.getMessage()),
            **_about(record),
        }
        if record.exc_info:
            line["error"] = impersonal(self.formatException(record.exc_info))
        return msgspec.json.encode(line).decode()


def _about(record: logging.LogRecord) -> dict[str, Any]:
    found = record.__dict__
    return {key: found[key] for key in ABOUT if found.get(key) is not None}
