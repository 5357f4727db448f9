"""A game of a race whose cards are not dealt yet: its player waits for them at the socket."""

from solitaire.live.admission import owner_of
from solitaire.live.off_loop import off_loop
from solitaire.live.sight import Part, facts_of
from solitaire.live.table import read_game, stream_of
from solitaire.live.tables import Table, tables


class Undealt:
    """What is followed of such a game: nothing until its stream begins, and from then on its table."""

    def __init__(self, game_id: str) -> None:
        self.stream = stream_of(game_id)
        self.game_id = game_id

    @property
    def table(self) -> Table | None:
        """The table, where this process has one by now."""
        return tables.get(self.game_id)

    @property
    def head(self) -> int:
        """The version the game stands at; 0 before the deal."""
        table = self.table
        return table.head if table else 0

    async def refresh(self) -> None:
        """Read from the log what it has by now."""
        if table := self.table:
            await table.refresh()
        elif table := await off_loop(_read, self.game_id):
            tables.keep(self.table or table)

    def news(self, after: int, role: str) -> list[str]:
        """What brings somebody up to date who has version `after`."""
        table = self.table
        if table is None:
            return []
        return table.news(after, role) if after else [table.snapshot(role)]


def _read(game_id: str) -> Table | None:
    events = read_game(game_id)
    if not events:
        return None
    return Table(game_id, events, owner_of(events[0].who or ""), facts_of(Part.of(events[0].data)))
