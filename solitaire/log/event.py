"""What an event is, how its digest is made, and what an append may hold."""

import re
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

STREAM_LENGTH = 80
KIND_LENGTH = 40
WHO_LENGTH = 40
COMMAND_LENGTH = 80
DATA_BYTES = 16_384
EVENTS_PER_APPEND = 100

BEFORE_THE_FIRST = bytes(32)
"""What stands for the previous digest in the digest of a stream's first event."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_NAME = re.compile(r"[A-Za-z0-9_.:-]+")
_KIND = re.compile(r"[a-z][a-z0-9-]*")


class Event(msgspec.Struct, frozen=True, gc=False):
    """One event as it stands in the log.

    `version` counts from 1 within `stream`; `data` is any JSON value; `at` is in milliseconds since 1970 (UTC);
    `who` is a player's id, or None for the site itself. Events of one append follow each other with `part`
    0, 1, 2 …; the `command` id is on the first of them.
    """

    stream: str
    version: int
    kind: str
    data: Any
    at: int
    who: str | None
    command: str | None
    digest: bytes
    part: int = 0


class NewEvent(msgspec.Struct, frozen=True, gc=False):
    """An event to append: its kind (a stored name such as `move`) and its data (any JSON value)."""

    kind: str
    data: Any


class Milestone(msgspec.Struct, frozen=True):
    """What an append means to others: `state` is handed to those who listen to `name` (see `milestones`)."""

    name: str
    state: Any


class Append(msgspec.Struct, frozen=True):
    """Events for one stream, all of them or none, expected to follow version `after` (0 for a new stream).

    A `command` id is unique within its stream: sent again it has no second effect and gets its first outcome. Nothing
    is written at the moment `before` (milliseconds since 1970) or later, however long the append has waited.
    """

    stream: str
    after: int
    events: tuple[NewEvent, ...]
    who: str | None = None
    command: str | None = None
    milestone: Milestone | None = None
    before: int | None = None


class Head(NamedTuple):
    """Where a stream ends: version, digest and time (milliseconds since 1970) of its last event."""

    stream: str
    version: int
    digest: bytes
    at: int


Command = tuple[str, str | None]
"""A stream, and the id of a command on it or None."""


class Found(NamedTuple):
    """What the log has of some streams and commands: the heads by stream, and the commands that have had effect."""

    heads: dict[str, Head]
    commands: set[tuple[str, str]]


Fields = tuple[str, int, str, str, int, str | None, str | None, int]
"""What a digest is over: stream, version, kind, data (JSON text), at, who, command, part."""


class Row(NamedTuple):
    """An event as the database keeps it: `data` as JSON text, the fields in the order of the table's columns."""

    stream: str
    version: int
    kind: str
    data: str
    at: int
    who: str | None
    command: str | None
    part: int
    digest: bytes


def digest(previous: bytes, fields: Fields) -> bytes:
    r"""The digest that chains an event to the one before it.

    SHA-256 over the 32 bytes of the previous event's digest (32 zero bytes before a stream's first event), followed
    by the JSON array

        [stream, version, kind, data, at, who, command, part]

    in the canonical form of RFC 8785: UTF-8, no white space, in strings only `"`, `\` and control characters
    escaped. `data` is the stored JSON text as one JSON string, so that not a byte of it can change; `who` and
    `command` are null where there is none.
    """
    return sha256(previous + _encode(fields)).digest()


class Unreadable(ValueError):
    """What the database keeps is no event: somebody has been at it (`manage.py audit` names every such stream)."""


def event_of(row: Row) -> Event:
    """The event kept in `row`; raises `Unreadable` where its data is no JSON."""
    stream, version, kind, text, at, who, command, part, digest_ = row
    try:
        data = _decode(text)
    except msgspec.DecodeError as error:
        raise Unreadable(f"the data of version {version} is no JSON: {error}") from error
    return Event(stream, version, kind, data, at, who, command, digest_, part)


def rows_of(append: Append, texts: tuple[str, ...], head: Head, now: int) -> list[Row]:
    """The rows that put `append` behind `head` at the time `now`, or at the head's where the clock went back.

    `texts` is the data of its events as `written_data` gives it.
    """
    rows = []
    previous, version, command = head.digest, head.version, append.command
    at = max(now, head.at)
    for part, (event, text) in enumerate(zip(append.events, texts, strict=True)):
        version += 1
        fields = (append.stream, version, event.kind, text, at, append.who, command, part)
        previous = digest(previous, fields)
        rows.append(Row(*fields, previous))
        command = None
    return rows


def check_append(append: Append) -> None:
    """Raise `ValueError`, naming what is wrong and what is allowed, for an append that the log would never take."""
    _check_name("stream", append.stream, STREAM_LENGTH)
    if append.after < 0:
        raise ValueError(f"after is {append.after}: a version to follow is 0 (a new stream) or more")
    if append.who is not None:
        _check_name("who", append.who, WHO_LENGTH)
    if append.command is not None:
        _check_name("command", append.command, COMMAND_LENGTH)
        if not append.events:
            raise ValueError("an append without events leaves nothing to remember its command by: leave it out")
    if len(append.events) > EVENTS_PER_APPEND:
        raise ValueError(f"{len(append.events)} events in one append: at most {EVENTS_PER_APPEND} are allowed")
    for event in append.events:
        if len(event.kind) > KIND_LENGTH or not _KIND.fullmatch(event.kind):
            raise ValueError(
                f"kind {_shown(event.kind)}: at most {KIND_LENGTH} lower-case letters, digits and hyphens are allowed,"
                " a letter first"
            )


def written_data(append: Append) -> tuple[str, ...]:
    """The JSON text of the data of each event; `ValueError` for what is no JSON value or too large."""
    return tuple([_json_text(event) for event in append.events])


def _json_text(event: NewEvent) -> str:
    try:
        encoded = _encode(event.data)
        kept = type(event.data) is str or _decode(encoded) == event.data
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise ValueError(f"the data of {event.kind} is no JSON value: {error}") from error
    if not kept:
        raise ValueError(f"the data of {event.kind} is no JSON value: it would be read back as something else")
    if len(encoded) > DATA_BYTES:
        raise ValueError(f"the data of {event.kind} takes {len(encoded)} bytes: at most {DATA_BYTES} are allowed")
    return encoded.decode()


def _check_name(field: str, name: str, length: int) -> None:
    if len(name) > length or not _NAME.fullmatch(name):
        raise ValueError(
            f"{field} {_shown(name)}: 1 to {length} characters are allowed, ASCII letters, digits, and any of _ . : -"
        )


def _shown(name: str) -> str:
    return repr(name if len(name) <= STREAM_LENGTH else name[:STREAM_LENGTH] + "…")
