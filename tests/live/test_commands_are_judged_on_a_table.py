"""A table in memory judges commands one after the other, and is never cleverer than the log."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from solitaire.live.new_game import deal_game
from solitaire.live.protocol import Done, Move, Stale
from solitaire.live.table import read_game, stream_of
from solitaire.live.tables import FromTheFuture, Table
from solitaire.log import milestones, store, writer
from solitaire.log.event import Append, Event, NewEvent
from solitaire.players.joining import new_guest
from solitaire.rules.deals import Deal
from solitaire.rules.moves import Refused
from tests.live.streams import ANA

DEAL = Deal.parse("KL1-D1N-AAAAAAG")


def command(move: str, after: int, name: str = "") -> Move:
    return Move(id=name or f"command-{after}-{move}", after=after, move=move)


def versions(answer: Done | Stale) -> tuple[int, int, int]:
    return answer.after, answer.v, len(answer.events)


@pytest.fixture
def game(database: Path) -> str:
    return deal_game(new_guest().pk, DEAL)


@pytest.fixture
def table(game: str) -> Table:
    return Table(game, read_game(game), ANA)


def elsewhere(game: str, move: str, after: int, name: str | None = None) -> tuple[Event, ...]:
    """Another process appends a move."""
    append = Append(stream_of(game), after, (NewEvent("move", move),), ANA.id, name)
    return writer.current().submit(append).result()


def log(table: Table) -> list[object]:
    return [event.data for event in store.read(table.stream)][1:]


async def test_an_accepted_command_is_in_the_log_when_it_is_answered(table: Table):
    answer = await table.play(command("41", 1), "ana")
    assert isinstance(answer, Done)
    assert versions(answer) == (1, 2, 1)
    assert await asyncio.to_thread(log, table) == ["41"]


async def test_a_count_of_cards_is_judged_and_not_stored(table: Table):
    await table.play(command("41x1", 1), "ana")
    assert await asyncio.to_thread(log, table) == ["41"]


async def test_a_refused_command_changes_nothing(table: Table):
    with pytest.raises(Refused, match="wrong-colour"):
        await table.play(command("52", 1), "ana")
    assert table.head == 1
    assert await asyncio.to_thread(log, table) == []


async def test_a_refused_command_may_be_sent_again_under_the_same_id(table: Table):
    with pytest.raises(Refused):
        await table.play(command("u", 1, "same-name"), "ana")
    await table.play(command("d", 1), "ana")
    assert isinstance(await table.play(command("u", 2, "same-name"), "ana"), Done)


async def test_a_command_on_an_older_version_is_not_judged(table: Table):
    await table.play(command("d", 1), "ana")
    answer = await table.play(command("41", 1), "ana")
    assert isinstance(answer, Stale)
    assert versions(answer) == (1, 2, 1)
    assert await asyncio.to_thread(log, table) == ["d"]


async def test_a_repeated_command_gets_its_first_outcome_and_what_came_since(table: Table):
    first = await table.play(command("d", 1, "repeated"), "ana")
    await table.play(command("41", 2), "ana")
    again = await table.play(command("d", 1, "repeated"), "ana")
    assert isinstance(again, Done)
    assert versions(again) == (1, 3, 2)
    assert isinstance(first, Done)
    assert again.events[0] == first.events[0]
    assert await asyncio.to_thread(log, table) == ["d", "41"]


async def test_a_command_repeated_on_the_new_version_is_not_judged_anew(table: Table):
    await table.play(command("41", 1, "repeated"), "ana")
    again = await table.play(command("41", 2, "repeated"), "ana")  # which is no legal move any more
    assert isinstance(again, Done)
    assert versions(again) == (1, 2, 1)
    assert await asyncio.to_thread(log, table) == ["41"]


async def test_a_version_the_game_has_not_reached_is_refused(table: Table):
    with pytest.raises(FromTheFuture):
        await table.play(command("d", 2), "ana")
    assert table.head == 1


async def test_commands_sent_at_once_are_judged_in_order(table: Table):
    answers = await asyncio.gather(*(table.play(command("d", after), "ana") for after in range(1, 21)))
    assert all(isinstance(answer, Done) for answer in answers)
    assert await asyncio.to_thread(log, table) == ["d"] * 20


async def test_of_two_commands_on_one_version_one_is_stale(table: Table):
    answers = await asyncio.gather(table.play(command("d", 1), "ana"), table.play(command("41", 1), "ana"))
    assert [type(answer) for answer in answers] == [Done, Stale]
    assert await asyncio.to_thread(log, table) == ["d"]


async def test_another_process_that_was_first_makes_it_stale(table: Table, game: str):
    await asyncio.to_thread(elsewhere, game, "d", 1)
    answer = await table.play(command("41", 1), "ana")
    assert isinstance(answer, Stale)
    assert versions(answer) == (1, 2, 1)
    assert await asyncio.to_thread(log, table) == ["d"]


async def test_a_command_another_process_has_taken_gets_its_outcome(table: Table, game: str):
    await asyncio.to_thread(elsewhere, game, "d", 1, "repeated")
    await asyncio.to_thread(elsewhere, game, "d", 2)
    answer = await table.play(command("d", 1, "repeated"), "ana")
    assert isinstance(answer, Done)
    assert await asyncio.to_thread(log, table) == ["d", "d"]
    next_answer = await table.play(command("41", answer.v), "ana")
    assert isinstance(next_answer, Stale) or answer.v == 3


async def test_a_table_that_missed_its_own_command_believes_the_log(table: Table, game: str):
    await asyncio.to_thread(elsewhere, game, "41", 1, "repeated")
    answer = await table.play(command("d", 1, "repeated"), "ana")  # the same id under another move
    assert isinstance(answer, Done)
    assert table.state.game.position.moves == 1
    assert b'"move":"41"' in bytes(answer.events[0])


async def test_a_command_on_a_version_only_the_log_has_is_judged_there(table: Table, game: str):
    await asyncio.to_thread(elsewhere, game, "d", 1)
    answer = await table.play(command("41", 2), "ana")
    assert isinstance(answer, Done)
    assert versions(answer) == (2, 3, 1)


@pytest.fixture
def failing_end() -> Iterator[None]:
    """Somebody listens to games that end, and fails."""

    def fail(state: object, events: object) -> None:
        raise RuntimeError("the listener fails")

    milestones.listen("game-ended", fail)
    yield
    milestones._listeners["game-ended"].remove(fail)


async def test_a_failed_append_leaves_the_table_as_it_was(table: Table, failing_end: None):
    with pytest.raises(RuntimeError, match="the listener fails"):
        await table.play(command("x", 1), "ana")
    assert (table.head, table.over) == (1, False)
    assert isinstance(await table.play(command("d", 1), "ana"), Done)
    assert await asyncio.to_thread(log, table) == ["d"]


async def test_a_writer_that_has_gone_leaves_the_table_as_it_was(table: Table, monkeypatch: pytest.MonkeyPatch):
    stopped = await asyncio.to_thread(writer.Writer)
    await asyncio.to_thread(stopped.stop)
    with monkeypatch.context() as patch:
        patch.setattr(writer, "current", lambda: stopped)
        with pytest.raises(writer.Unavailable):
            await table.play(command("d", 1), "ana")
    assert table.head == 1
    assert isinstance(await table.play(command("d", 1), "ana"), Done)


async def test_a_command_whose_socket_was_lost_is_found_in_the_log(table: Table):
    lost = asyncio.create_task(table.play(command("d", 1, "repeated"), "ana"))
    await asyncio.sleep(0)
    lost.cancel()
    with pytest.raises(asyncio.CancelledError):
        await lost
    answer = await table.play(command("d", 1, "repeated"), "ana")
    assert isinstance(answer, Done)
    assert await asyncio.to_thread(log, table) == ["d"]
    assert table.state.game.position.moves == 1
