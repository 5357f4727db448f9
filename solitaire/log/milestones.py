"""Milestones: what an append announces, heard inside its own transaction.

Whatever is derived from the log and must never disagree with it is written by a listener: it runs on the writer's
thread and database connection, in a savepoint, after the append's events are in and before they are committed. A
listener that raises fails its append, and that append alone. One that has run may be undone and run again, so it does
nothing but database work.
"""

from collections.abc import Callable
from typing import Any

from solitaire.log.event import Event, Milestone

Listener = Callable[[Any, tuple[Event, ...]], None]
"""Called with the milestone's state and the events of its append."""

_listeners: dict[str, list[Listener]] = {}


def listen(name: str, listener: Listener) -> None:
    """Call `listener` at every milestone of that name; asking twice is asking once."""
    listeners = _listeners.setdefault(name, [])
    if listener not in listeners:
        listeners.append(listener)


def announce(milestone: Milestone, events: tuple[Event, ...]) -> None:
    """Call everybody who listens, in the order they came; the first that raises ends it."""
    for listener in _listeners.get(milestone.name, ()):
        listener(milestone.state, events)
