"""Games played through the real writer, on a clock that tests set."""

from dataclasses import replace
from functools import cache

from solitaire.live import new_game
from solitaire.live.milestones import BEGUN, ENDED, REOPENED
from solitaire.live.table import fold, stream_of
from solitaire.log import store, writer
from solitaire.log.event import EVENTS_PER_APPEND, Append, Milestone, NewEvent
from solitaire.players.models import Player
from solitaire.rules.deals import Deal
from solitaire.rules.game import start
from tests.rules.tables import examples

NOON = 1_900_000_000_000
"""When the first game of a test is dealt, unless it says otherwise: milliseconds since 1970."""


class Clock:
    """The time the log writes, in milliseconds since 1970: it stands still until it is set."""

    def __init__(self) -> None:
        self.ms = NOON

    def __call__(self) -> int:
        return self.ms


@cache
def line(code: str) -> tuple[str, ...]:
    """The moves of the worked example of a deal, the longest there is."""
    return max((tuple(row["moves"].split()) for row in examples("games.jsonl") if row["deal"] == code), key=len)


WON = "KL1-D3N-AKTMJAF"
"""A deal with a line of 90 moves that wins it with 570 points, and recycles the waste."""
WON_ONE = "KL1-D1N-FQKQUOV"
WON_STANDARD = "KL1-D3S-MKMCCKT"
WON_THOUGHTFUL = "TF1-D3N-RIWPKDG"
LOST = "KL1-D3C-AAAAABV"
"""A deal with a line of 8 moves that loses it."""


def with_take_back(code: str, undone: bool = False) -> tuple[str, ...]:
    """The line of a deal with a card taken back from its foundation, and sent home again or undone."""
    game, moves = start(Deal.parse(code)), list(line(code))
    for index, move in enumerate(moves):
        back = next((text for text in game.legal() if text[0] in "SHDC" and text[1:].isdigit()), None)
        if back:
            return (*moves[:index], back, "u" if undone else f"{back[1]}f", *moves[index:])
        game = game.play(move).game
    raise AssertionError(f"no card can be taken back in {code}")


def without_passes(family: str, draw: int) -> str:
    """The letters of a won example that never turns the waste over, so that it wins under every rule set."""
    for row in examples("games.jsonl"):
        deal, won = Deal.parse(row["deal"]), row["checks"][-1]["position"]["status"] == "won"
        if won and (deal.family, deal.draw) == (family, draw) and "r" not in row["moves"].split():
            return deal.letters
    raise AssertionError


def deal(player: Player, code: str) -> str:
    """Deal a game now; its id."""
    return new_game.deal_game(player.pk, Deal.parse(code))


def move(game_id: str, *moves: str) -> None:
    """Play moves in a game, all at the time it is now; as many in one append as the log takes."""
    events = store.read(stream_of(game_id))
    state, version = fold(game_id, events), len(events)
    while moves:
        before, begun, played = state.game.status, state.game.position.moves > 0, []
        while moves and state.game.status == before and len(played) < EVENTS_PER_APPEND:
            step = state.game.play(moves[0])
            state.game, moves = step.game, moves[1:]
            played.append(NewEvent("move", step.move))
        milestone = None
        if state.game.status != before:
            milestone = Milestone(REOPENED if state.game.status == "playing" else ENDED, replace(state))
        elif state.game.position.moves and not begun:
            milestone = Milestone(BEGUN, replace(state))
        append = Append(stream_of(game_id), version, tuple(played), state.player, None, milestone)
        version = writer.current().submit(append).result()[-1].version


def close(game_id: str) -> None:
    """Let the site end a game, as it does when its player has left."""
    new_game.close_game(game_id, "left", None, when=lambda state: True)


def win(player: Player, code: str, clock: Clock, seconds: float, moves: tuple[str, ...] | None = None) -> str:
    """Deal a game and win it so many seconds later; its id."""
    game_id = deal(player, code)
    clock.ms += round(seconds * 1000)
    move(game_id, *(moves or line(code)))
    return game_id
