"""Streams of games as the log would give them, without a log."""

from collections.abc import Iterable

from hypothesis import strategies as st

from solitaire.live.feed import Owner
from solitaire.live.table import stream_of
from solitaire.log.event import Event
from solitaire.rules.deals import Deal
from tests.rules.walks import walks

GAME = "g" * 12
ANA = Owner("a" * 12, "Ana")
DEALT_AT = 1_800_000_000_000


def event(version: int, kind: str, data: object, at: int | None = None, command: str | None = None) -> Event:
    """One event of the game; a second after the one before, where no time is given."""
    return Event(
        stream_of(GAME), version, kind, data, DEALT_AT + 1000 * version if at is None else at, ANA.id, command, b""
    )


def stream(deal: Deal, moves: Iterable[str], closed: bool = False) -> list[Event]:
    """The events of a game."""
    events = [event(1, "dealt", {"code": deal.code, "rules": 1}, DEALT_AT)]
    events += [event(version, "move", move) for version, move in enumerate(moves, 2)]
    return [*events, event(len(events) + 1, "closed", {"why": "left"})] if closed else events


@st.composite
def streams(draw: st.DrawFn) -> list[Event]:
    """A random game, given up or closed by the site at times."""
    steps = draw(walks().filter(bool))
    moves = [step.move for step in steps]
    if steps[-1].game.status == "playing" and draw(st.booleans()):
        moves.append(draw(st.sampled_from("xh")))
    over = steps[-1].game.over or moves[-1] == "x"
    return stream(steps[0].game.deal, moves, closed=not over and draw(st.booleans()))
