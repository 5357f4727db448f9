"""Appends for tests to make."""

from concurrent.futures import Future
from typing import Any

from solitaire.log import writer
from solitaire.log.event import Append, Event, Milestone, NewEvent


def an_append(
    stream: str, after: int, *data: Any, command: str | None = None, milestone: Milestone | None = None
) -> Append:
    """Appends a `move` for each of `data`."""
    return Append(stream, after, tuple(NewEvent("move", move) for move in data), "ana", command, milestone)


def submit(
    stream: str, after: int, *data: Any, command: str | None = None, milestone: Milestone | None = None
) -> Future[tuple[Event, ...]]:
    """Submit such an append to the writer of this process."""
    return writer.current().submit(an_append(stream, after, *data, command=command, milestone=milestone))


def append(
    stream: str, after: int, *data: Any, command: str | None = None, milestone: Milestone | None = None
) -> tuple[Event, ...]:
    """Submit such an append, and wait for its outcome."""
    return submit(stream, after, *data, command=command, milestone=milestone).result(timeout=30)
