"""A table in a race: what the race does not let be played, and what it lets be seen before and after it has settled."""

import asyncio
import json
from pathlib import Path

import pytest

from solitaire.live.complaint import Objection
from solitaire.live.new_game import deal_game
from solitaire.live.protocol import Done, Move
from solitaire.live.sight import RaceFacts, Secrecy
from solitaire.live.table import now_ms, read_game
from solitaire.live.tables import PLAYER, Table
from solitaire.log import store, writer
from solitaire.players.joining import new_guest
from solitaire.rules.deals import Deal
from tests.live.streams import ANA

DEAL = Deal.parse("KL2-D1N-ABCDE-FGHIJ-KLMNO-PQRST")
SEALED = RaceFacts(Secrecy.RATED, settled=False, undo=False, hints=False, starts_at=0, ends_at=2**60)


def command(move: str, after: int) -> Move:
    return Move(id=f"command-{after}-{move}", after=after, move=move)


@pytest.fixture
def table(database: Path) -> Table:
    game = deal_game(new_guest().pk, DEAL)
    return Table(game, read_game(game), ANA, SEALED)


async def objection(table: Table, move: str) -> str:
    with pytest.raises(Objection) as raised:
        await table.play(command(move, table.head), "ana")
    return raised.value.code


async def test_what_is_switched_off_is_refused_before_the_rules_are_asked(table: Table):
    assert [await objection(table, move) for move in "uyh"] == ["undo-off", "undo-off", "hints-off"]
    assert not {"u", "y", "h"} & set(json.loads(bytes(table.legal)))
    assert (await asyncio.to_thread(store.head, table.stream)).version == 1


async def test_at_the_limit_nothing_is_played_any_more(table: Table):
    answer = await table.play(command("d", 1), "ana")
    table.learn(SEALED._replace(ends_at=now_ms()))
    assert await objection(table, "d") == await objection(table, "x") == "race-over"
    again = await table.play(command("d", 1), "ana")
    assert isinstance(answer, Done)
    assert again.v == answer.v == 2, "what was accepted before keeps its answer"


async def test_a_move_that_waits_for_the_log_until_the_limit_comes_too_late(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    limit = now_ms() + 60_000
    table.learn(SEALED._replace(ends_at=limit))
    monkeypatch.setattr(writer, "now", lambda: limit)
    assert await objection(table, "d") == "race-over"
    assert len(await asyncio.to_thread(read_game, table.state.id)) == 1
    monkeypatch.setattr(writer, "now", lambda: limit - 1)
    assert isinstance(await table.play(command("x", 1), "ana"), Done)


async def test_a_game_that_is_over_says_so_even_after_the_limit(table: Table):
    await table.play(command("x", 1), "ana")
    table.learn(SEALED._replace(ends_at=0))
    with pytest.raises(Exception, match="game-over"):
        await table.play(command("d", 2), "ana")


async def test_the_code_and_the_cards_show_once_the_race_has_settled_and_not_before(table: Table):
    await table.play(command("x", 1), "ana")
    before = json.loads(table.snapshot(PLAYER))
    assert (before["view"], before["over"], before["game"]["code"]) == ("owner", True, None)
    table.learn(SEALED._replace(settled=True))
    table.learn(SEALED)  # read before, and known only now
    after = json.loads(table.snapshot(PLAYER))
    assert (after["view"], after["game"]["code"]) == ("all", DEAL.code)
