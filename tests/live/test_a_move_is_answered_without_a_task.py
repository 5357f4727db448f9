"""A move that waits for nothing but the log is played as it arrives; everything else is left to the socket's task."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from solitaire.live.frames import Inbox
from solitaire.live.new_game import deal_game
from solitaire.live.protocol import Move
from solitaire.live.sockets import GameSocket
from solitaire.live.table import read_game
from solitaire.live.tables import PLAYER, WATCHER, Table
from solitaire.log import writer
from solitaire.log.event import Append, NewEvent
from solitaire.players.joining import new_guest
from solitaire.rules.deals import Deal
from tests.live.streams import ANA


class ShortWay:
    """The sending end of a websocket."""

    def __init__(self) -> None:
        self.sent: list[dict[str, object]] = []

    def send_text(self, text: str) -> None:
        self.sent.append(msgspec.json.decode(text))


@pytest.fixture
def socket(database: Path) -> GameSocket:
    game = deal_game(new_guest().pk, Deal.parse("KL1-D1N-AAAAAAG"))
    socket = GameSocket()
    socket.table = Table(game, read_game(game), ANA)
    socket.role, socket.player, socket.counted_as = PLAYER, ANA.id, game
    socket.language = "en"
    socket._short_way = ShortWay()
    socket._inbox = Inbox(socket._take)
    return socket


def move(text: str, after: int = 1, t: str = "move") -> dict[str, str]:
    return {"text": f'{{"t":"{t}","id":"command-{after}-{text}","after":{after},"move":"{text}"}}'}


async def next_frame(socket: GameSocket) -> "asyncio.Task[dict[str, object]]":
    """The socket's task, which waits for the next frame."""
    waiting = asyncio.ensure_future(socket._inbox.get())
    await asyncio.sleep(0)
    return waiting


async def until_answered(socket: GameSocket) -> list[dict[str, object]]:
    async with asyncio.timeout(10):
        while socket._inbox._held:
            await asyncio.sleep(0.001)
    return socket._short_way.sent


async def test_a_move_is_answered_while_the_task_waits_on(socket: GameSocket):
    waiting = await next_frame(socket)
    socket._inbox.put_nowait(move("41"))
    socket._inbox.put_nowait(move("d", 2))
    assert [(answer["t"], answer["v"]) for answer in await until_answered(socket)] == [("done", 2)]
    assert await waiting == move("d", 2)  # it came before the first was answered


@pytest.mark.parametrize(
    "frame",
    [
        move("52"),
        move("d", 0),
        move("d", 2),
        move("d", 1, t="hello"),
        {"text": "no JSON"},
        {"text": "d" * 5000},
        {"bytes": b"d"},
        {"type": "websocket.disconnect"},
    ],
)
async def test_whatever_needs_more_is_left_to_the_task(socket: GameSocket, frame: dict[str, object]):
    waiting = await next_frame(socket)
    socket._inbox.put_nowait(frame)
    assert await waiting == frame
    assert (socket.table.head, socket._short_way.sent) == (1, [])


@pytest.mark.parametrize(("field", "value"), [("role", WATCHER), ("full", True), ("closing", True), ("table", None)])
async def test_nobody_else_is_answered_so(socket: GameSocket, field: str, value: object):
    setattr(socket, field, value)
    waiting = await next_frame(socket)
    socket._inbox.put_nowait(move("41"))
    assert await waiting == move("41")


async def test_a_move_waits_for_the_one_of_another_socket(socket: GameSocket):
    other = asyncio.ensure_future(socket.table.play(Move("of-another", 1, "d"), ANA.id))
    await asyncio.sleep(0)
    waiting = await next_frame(socket)
    socket._inbox.put_nowait(move("41"))
    assert await waiting == move("41")
    await other


async def test_a_move_that_another_process_has_overtaken_is_stale(socket: GameSocket):
    elsewhere = Append(socket.table.stream, 1, (NewEvent("move", "d"),), ANA.id)
    await asyncio.to_thread(writer.current().submit(elsewhere).result)
    waiting = await next_frame(socket)
    socket._inbox.put_nowait(move("41"))
    assert [(answer["t"], answer["v"]) for answer in await until_answered(socket)] == [("stale", 2)]
    socket._inbox.put_nowait(move("41", 2))
    assert [answer["t"] for answer in await until_answered(socket)] == ["stale", "done"]
    waiting.cancel()


async def test_a_move_that_is_not_written_is_complained_of(socket: GameSocket, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise OSError("no disk")

    monkeypatch.setattr(writer, "_write", fail)
    waiting = await next_frame(socket)
    socket._inbox.put_nowait(move("41"))
    assert [(answer["t"], answer["code"]) for answer in await until_answered(socket)] == [("error", "unavailable")]
    monkeypatch.undo()
    socket._inbox.put_nowait(move("41"))
    assert [answer["t"] for answer in await until_answered(socket)] == ["error", "done"]
    waiting.cancel()


async def test_a_move_too_many_is_left_to_the_task(socket: GameSocket, monkeypatch: pytest.MonkeyPatch):
    def refuse() -> None:
        raise RuntimeError("too many")

    monkeypatch.setattr(socket, "_count", refuse)
    waiting = await next_frame(socket)
    socket._inbox.put_nowait(move("41"))
    assert await waiting == move("41")
    assert not socket.table._turn.locked()
