"""Games in memory whose race, or day, moves on: once it has settled, whoever sits at their tables sees every card."""

import asyncio

from solitaire.live.hub import hub
from solitaire.live.off_loop import off_loop
from solitaire.live.sight import facts_of
from solitaire.live.tables import Table, tables

_looking: set[asyncio.Task[None]] = set()


def race_moved(race_id: str) -> None:
    """A race, or a day, has moved on: look at it, where one of its games is in memory. On the event loop."""
    if tables.of_race(race_id):
        task = asyncio.create_task(look_at(race_id))
        _looking.add(task)
        task.add_done_callback(_looking.discard)


async def look_at_all() -> None:
    """Look at every race and day that has a game in memory: a hint may have been lost."""
    for race_id in tables.races():
        await look_at(race_id)


async def look_at(race_id: str) -> None:
    """Let the tables of a race, or a day, know what it is now, and open them once it has settled."""
    for part in {table.state.part for table in tables.of_race(race_id)}:
        race = await off_loop(facts_of, part)
        for table in tables.of_race(race_id):
            if table.state.part == part:
                table.learn(race)
                if race.settled:
                    await _open(table)


async def _open(table: Table) -> None:
    await table.refresh()
    tables.keep(table)
    hub.moved(table)
    await hub.tell(table, table.snapshot)
