"""The messages of the game's socket, both ways, and its close codes; for people they are described at /api/socket."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Union

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
CommandId = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{8,40}\Z")]

# --- from the browser ---


class Hello(Struct, tag_field="t", tag="hello"):
    """Wants the game as it stands (`after` 0), or what came after a version it has; follows the game from then on."""

    after: Version


class Move(Struct, tag_field="t", tag="move"):
    """Wants a move played on the position of version `after`; `id` makes it one move however often it is sent."""

    id: CommandId
    after: Version
    move: str


class Ping(Struct, tag_field="t", tag="ping"):
    """Is there still, and has the game up to version `v`."""

    v: Version


# --- to the browser; `now` and `at` are milliseconds since the deal, `v` is the game's version ---


class Table(Struct, tag_field="t", tag="table"):
    """The whole game as the viewer may see it; `legal` is empty for all but its player."""

    game: dict[str, Any]
    role: str
    view: str
    v: int
    now: int
    at: int
    position: dict[str, Any]
    legal: Raw
    over: bool
    stuck: bool
    undo: bool
    redo: bool


class Wait(Struct, tag_field="t", tag="wait"):
    """The cards of a race are not dealt yet: the table comes by itself. Milliseconds since 1970.

    `start` is when they will be, None where that is not known yet; `now` is the server's clock.
    """

    start: int | None
    now: int


class Events(Struct, tag_field="t", tag="events"):
    """What came after version `after` up to `v`; more may follow. `legal` with the last, for the player alone."""

    after: int
    v: int
    now: int
    events: list[Raw]
    legal: Raw | UnsetType = UNSET


class Done(Struct, tag_field="t", tag="done"):
    """The command is in the log: its event is the first of `events`, others may have come since.

    Where not all of those are here, `legal` is missing and `events` messages follow.
    """

    id: str
    after: int
    v: int
    now: int
    events: list[Raw]
    legal: Raw | UnsetType = UNSET


class Stale(Struct, tag_field="t", tag="stale"):
    """The command was made on a version that is not the last any more, and was not judged; `events` are the rest."""

    id: str
    after: int
    v: int
    now: int
    events: list[Raw]
    legal: Raw | UnsetType = UNSET


class Refused(Struct, tag_field="t", tag="refused", omit_defaults=True):
    """The rules do not allow the move: the rule's code, its text in the player's language, the pile it speaks of."""

    id: str
    v: int
    code: str
    text: str
    pile: str | None = None


class Error(Struct, tag_field="t", tag="error", omit_defaults=True):
    """Something else was wrong; where the code is in `CLOSES`, the socket is closed after it."""

    code: str
    text: str
    id: str | None = None


class Hint(Struct, omit_defaults=True):
    """A legal move that brings something on: why, and the card that is moved first."""

    move: str
    reason: str
    card: str | None = None


class Hints(Struct, tag_field="t", tag="hints"):
    """What may be done at version `v`, the best first: follows the `done` of a hint that was asked for."""

    v: int
    hints: list[Hint]


class Pong(Struct, tag_field="t", tag="pong"):
    """The game is at version `v`: whoever has less asks with a hello."""

    v: int
    now: int


class Restarting(Struct, tag_field="t", tag="restarting"):
    """The server is about to stop, and another will be there in a moment."""


CLOSES = {
    "not-json": 4400,
    "bad-session": 4401,
    "signed-out": 4401,
    "bad-origin": 4403,
    "sealed": 4403,
    "sealed-day": 4403,
    "no-such-game": 4404,
    "no-such-race": 4404,
    "no-such-path": 4404,
    "silent": 4408,
    "too-large": 4413,
    "too-many": 4429,
}
"""The close code that follows an error."""

CLOSE_RESTARTING = 4412
"""After `restarting`; standard 1012 says the same, but of those Daphne can send 1000 alone."""
CLOSE_BROKEN = 4500
"""After an `unavailable` that let nobody in, or anything else that should not happen: worth another try later."""

encode = msgspec.json.Encoder().encode


class BadMessage(Exception):
    """A message that is none: `code` is not-json, unknown-type or bad-message.

    `id` is its command id where it has one, `words` what the code's text speaks of: the `types` there are, or
    `detail`, in English.
    """

    def __init__(self, code: str, id: str | None = None, **words: str) -> None:  # noqa: A002 -- the field's name
        super().__init__(code)
        self.code, self.id, self.words = code, id, words


def reader(*kinds: type[Struct]) -> Callable[[str], Any]:
    """What reads a message of these kinds from a text frame, or raises `BadMessage`."""
    decode = msgspec.json.Decoder(Union[kinds]).decode  # noqa: UP007 -- they are not known before
    types = tuple(str(kind.__struct_config__.tag) for kind in kinds)

    def read(text: str) -> Any:
        try:
            return decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise _why(text, error, types) from error

    return read


read: Callable[[str], Hello | Move | Ping] = reader(Hello, Move, Ping)
"""The message of a game's socket in a text frame; raises `BadMessage`."""


def _why(text: str, error: Exception, types: Sequence[str]) -> BadMessage:
    """Tell apart what msgspec reports as one: no JSON, a type that is none, a field that is wrong."""
    try:
        message = msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError):
        return BadMessage("not-json")
    if not isinstance(message, dict) or message.get("t") not in types:
        return BadMessage("unknown-type", types=", ".join(types))
    id_ = message.get("id")
    return BadMessage("bad-message", id_ if isinstance(id_, str) else None, detail=str(error))


def say(message: Struct) -> str:
    """A message as the text of a frame."""
    return encode(message).decode()
