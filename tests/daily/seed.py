"""Deals of the day played through the real writer."""

from datetime import date

from solitaire.daily import attempts, calendar, duties, rows
from solitaire.daily.day import Day, key_of
from solitaire.players.models import Player
from solitaire.races.race import Options
from solitaire.rules.deals import Deal
from tests.daily.clocks import HOUR, Clock
from tests.replays import seed

WINNABLE = "KL2-D1N-UXIDO-GXUGJ-TBOYO-PXUPM"
_LINE = (
    "3f 41 42 d d d d w1 w3 d d d w4 24 2f d d d wf d d w2 d d d wf d wf 6f 6f 5f 41 w4 64 6f 3f 3f wf 3f wf d w3 d w4"
    " w4 w5 w6 wf 1f 64 6f 56 45 w4 54 5f 4f 4f 1f 4f d d d w2 72 17 1f 71 72 7f 7f w2 wf wf d d d wf 1f 7f 1f 4f 1f 2f"
    " 4f 5f 1f 2f 4f 7f 1f 2f 4f wf 2f 4f 6f wf 2f 3f 4f 6f"
)
LINE = tuple(_LINE.split())
"""A deal of a day, and moves that win it."""


def drawn_winnable(options: Options) -> Deal:
    """Instead of `drawn_deal`: the same cards every day."""
    deal = Deal.parse(WINNABLE)
    return Deal(deal.family, deal.kind, options.draw, deal.ruleset, deal.letters)


def today(draw: int = 1) -> Day:
    """The deal of today, drawn where it is not yet."""
    duties.draw_what_is_missing()
    return day_of(calendar.today(), draw)


def day_of(on: date, draw: int = 1) -> Day:
    day = rows.find(key_of(on, draw))
    assert day is not None
    return day


def begin(player: Player, draw: int = 1) -> str:
    """Deal the player's ranked attempt at today's deal; the game's id."""
    return attempts.attempt(player, today(draw))


def give_up(player: Player, clock: Clock, draw: int = 1, moves: tuple[str, ...] = ("d",), seconds: int = 60) -> str:
    """Play a little of the player's ranked attempt, and resign; the game's id."""
    game = begin(player, draw)
    clock.ms += seconds * 1000
    seed.move(game, *moves, "x")
    return game


def win(player: Player, clock: Clock, seconds: int = 90) -> str:
    """Win today's deal with draw one, in so many seconds; the game's id."""
    game = begin(player)
    clock.ms += seconds * 1000
    seed.move(game, *LINE)
    return game


def next_day(clock: Clock) -> None:
    """It is noon of the day after, and what is due has been done."""
    clock.ms += 24 * HOUR
    duties.attend()
