"""A game written as a game record."""

from replays.figures import moment
from replays.tables import Standing
from solitaire.rules import record


def text(table: Standing) -> str:
    """The record of a game, of its moves up to now where it still goes on; the times are exact."""
    moves = [event for event in table.events if event.kind == "move"]
    closed = [event for event in table.events if event.kind == "closed"]
    dealt_at = table.state.dealt_at
    return record.write(
        record.make(
            table.state.game.deal,
            [event.data for event in moves],
            [event.at - dealt_at for event in moves],
            player=table.game.owner.name,
            date=moment(dealt_at - dealt_at % 1000).isoformat().replace("+00:00", "Z"),
            closed_at=closed[0].at - dealt_at if closed else None,
            rules_version=table.state.game.rules_version,
        )
    )
