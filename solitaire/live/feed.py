"""The feed: events of a game after a version, and the game as it stands, as somebody may see them."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from solitaire.live.sight import Sight
from solitaire.live.table import TableState, begin
from solitaire.log.event import Event
from solitaire.rules.game import Step
from solitaire.rules.views import View, show_position, show_step


class Owner(NamedTuple):
    """Whose a game is today: the player who was dealt it, or the account that guest has become part of."""

    id: str
    name: str


def show_event(event: Event, step: Step | None, dealt_at: int, view: View) -> dict[str, Any]:
    """One event for a viewer, ready for JSON; `step` is what it did to the game, None for the deal.

    The deal comes with the position it laid out, which a replay begins from. `at` is in milliseconds since the deal.
    What is hidden is left out, and the version stays: hiding makes no gap.
    """
    shown: dict[str, Any] = {"v": event.version, "at": event.at - dealt_at, "kind": event.kind}
    if step is None:
        shown["position"] = show_position(begin(event.stream, event).game, view)
    else:
        shown |= show_step(step, view)
    if event.kind == "closed":
        shown["why"] = event.data["why"]
    return shown


def show_events(game_id: str, events: Sequence[Event], view: View, after: int = 0) -> Iterator[dict[str, Any]]:
    """The whole stream `events` of a game for a viewer, from the version after `after` on."""
    state = begin(game_id, events[0])
    for event in events:
        step = None if event.version == 1 else state.follow(event)
        if event.version > after:
            yield show_event(event, step, state.dealt_at, view)


def show_game(state: TableState, owner: Owner, sight: Sight) -> dict[str, Any]:
    """What a game is, whatever has been played in it; `code` and `race` are None where nothing is to be said of it."""
    deal = state.game.deal
    return {
        "id": state.id,
        "code": deal.code if sight.code else None,
        "family": deal.family,
        "draw": deal.draw,
        "ruleset": deal.ruleset,
        "player": {"id": owner.id, "name": owner.name},
        "race": state.race or None,
        "day": state.day or None,
    }
