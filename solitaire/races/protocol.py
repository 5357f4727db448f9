"""The messages of the race's socket and of the lobby's, both ways; for people they are described at /api/socket."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import UNSET, Raw, Struct, UnsetType

from solitaire.live.protocol import CommandId, Version, reader

# --- from the browser ---


class Hello(Struct, tag_field="t", tag="hello"):
    """Wants the race as it stands, and follows it from then on; `after` is the version it has, 0 for none."""

    after: Version = 0


class Ping(Struct, tag_field="t", tag="ping"):
    """Is there still, and has the race up to version `v`; `sent` is its own clock, which comes back."""

    v: Version = 0
    sent: float = 0


class Act(Struct, tag_field="t", tag="act"):
    """Wants something done in the race; asked for again it has no second effect."""

    id: CommandId
    what: Literal["ready", "unready", "leave", "start-over"]


class LobbyHello(Struct, tag_field="t", tag="hello"):
    """Wants the lobby as it stands, and again whenever it has changed."""


class LobbyPing(Struct, tag_field="t", tag="ping"):
    """Is there still; `sent` is its own clock, which comes back."""

    sent: float = 0


# --- to the browser; `now` is the server's clock, in milliseconds since 1970 ---


class RaceNow(Struct, tag_field="t", tag="race"):
    """The whole race as anybody may see it, and who is looking."""

    v: int
    now: int
    you: dict[str, Any]
    watching: int
    race: Raw


class LanesNow(Struct, tag_field="t", tag="lanes"):
    """The racers who have got further since the last time, and how all of them stand."""

    now: int
    watching: int
    lanes: list[dict[str, Any]]
    standing: list[str]


class Done(Struct, tag_field="t", tag="done"):
    """What was asked for is so; `race` is the race that follows this one, after `start-over`."""

    id: str
    race: str | UnsetType = UNSET


class Pong(Struct, tag_field="t", tag="pong"):
    """The race is at version `v`; `sent` has come back. A racer is told how long is left for an action."""

    v: int
    now: int
    sent: float
    idle_left_ms: int | UnsetType = UNSET


class LobbyNow(Struct, tag_field="t", tag="lobby"):
    """Rooms to join, ways somebody waits for a rival in, and what is going on to be watched, best first."""

    now: int
    rooms: list[Any]
    waiting: list[Any]
    running: list[Any]
    games: list[Any]


class LobbyPong(Struct, tag_field="t", tag="pong"):
    """The server's clock, and the browser's."""

    now: int
    sent: float


read: Callable[[str], Hello | Ping | Act] = reader(Hello, Ping, Act)
"""A message to a race's socket; raises `live.protocol.BadMessage`."""
read_lobby: Callable[[str], LobbyHello | LobbyPing] = reader(LobbyHello, LobbyPing)
"""A message to the lobby's socket; raises `live.protocol.BadMessage`."""
