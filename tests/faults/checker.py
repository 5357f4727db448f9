"""Compares what every client was told with the log. Pure, and knows nothing of the program that it judges.

Whoever plays notes each command that was sent, and each version it was confirmed at; whoever hears of events notes
which move came under which version. The log is the rows of its events as they stand in the database.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple


class LogRow(NamedTuple):
    """An event as the database keeps it; `data` is the JSON text."""

    stream: str
    version: int
    kind: str
    data: str
    at: int
    command: str | None


@dataclass
class Sent:
    """A command as one player sent it, however often, and every version it was confirmed at."""

    id: str
    move: str
    confirmed: list[int] = field(default_factory=list)


class Heard(NamedTuple):
    """An event that a client was shown."""

    version: int
    move: str


@dataclass
class Told:
    """What the clients at one game were told.

    `sent` are the player's commands in the order in which they were sent first, `heard` are events with which whatever
    else was said came, and `followed` are those of somebody who watches: each once, without a gap.
    """

    sent: list[Sent] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    followed: list[Heard] = field(default_factory=list)


def problems(told: Mapping[str, Told], log: Iterable[LogRow]) -> list[str]:
    """Everything that does not agree, each in a sentence; `told` is by stream, and none of its streams is in part."""
    rows: defaultdict[str, list[LogRow]] = defaultdict(list)
    for row in log:
        rows[row.stream].append(row)
    return [f"{stream}: {problem}" for stream in told for problem in _of_stream(told[stream], rows[stream])]


def _of_stream(told: Told, rows: Sequence[LogRow]) -> Iterator[str]:
    in_turn = sorted(rows, key=lambda row: row.version)
    yield from _of_itself(in_turn)
    yield from _of_commands(told.sent, in_turn)
    yield from _of_events([*told.heard, *told.followed], in_turn)
    for (earlier, _), (later, _) in pairwise(told.followed):
        if later != earlier + 1:
            yield f"version {later} was shown to a watcher behind version {earlier}"


def _of_itself(rows: Sequence[LogRow]) -> Iterator[str]:
    versions = [row.version for row in rows]
    if versions != list(range(1, len(rows) + 1)):
        yield f"the versions are not 1 to {len(rows)}, each once: {versions}"
    for earlier, later in pairwise(rows):
        if later.at < earlier.at:
            yield f"version {later.version} is earlier than the one before it"


def _of_commands(sent: Sequence[Sent], rows: Sequence[LogRow]) -> Iterator[str]:
    by_command: defaultdict[str | None, list[LogRow]] = defaultdict(list)
    for row in rows:
        if row.kind == "move":
            by_command[row.command].append(row)
    latest = 0
    for command in sent:
        found = by_command.pop(command.id, [])
        yield from _of_command(command, found)
        for row in found:
            if row.version < latest:
                yield f"{command.id} was sent after the command at version {latest}, and is at {row.version}"
            latest = max(latest, row.version)
    for id_, found in by_command.items():
        yield f"nobody has sent {id_}, which is at {[row.version for row in found]}"


def _of_command(command: Sent, found: Sequence[LogRow]) -> Iterator[str]:
    if len(set(command.confirmed)) > 1:
        yield f"{command.id} was confirmed at different versions: {command.confirmed}"
    if len(found) > 1:
        yield f"{command.id} has had its effect {len(found)} times: {[row.version for row in found]}"
    if command.confirmed and not found:
        yield f"{command.id} was confirmed at version {command.confirmed[0]}, and is missing"
    for row in found:
        if command.confirmed and row.version not in command.confirmed:
            yield f"{command.id} was confirmed at version {command.confirmed[0]}, and is at {row.version}"
        if row.data != f'"{command.move}"':
            yield f"{command.id} was the move {command.move}, and is {row.data}"


def _of_events(heard: Iterable[Heard], rows: Sequence[LogRow]) -> Iterator[str]:
    written = {row.version: row.data for row in rows if row.kind == "move"}
    for (version, move), times in Counter(heard).items():
        if written.get(version) != f'"{move}"':
            text = written.get(version, "not there")
            yield f"version {version} was shown {times} times as the move {move}, and is {text}"
