"""`{% load leaders %}`: who leads on a deal's boards, and whose games can be raced there."""

from django import template

from replays import boards, rivals
from replays.models import Board, Result

register = template.Library()

SHOWN = 5
"""So many leaders stand beside a table."""


@register.simple_tag
def fastest_at(code: str) -> list[boards.Line]:
    """The first rows of the fastest board of a deal, for a game whose deck everybody may know."""
    return boards.read(code, Board.FASTEST, size=SHOWN).lines


@register.simple_tag
def best_at(code: str, player: str | None) -> Result | None:
    """A player's own best game of a deal, to be raced before all others; None where there is none."""
    return rivals.best_of(player, code) if player else None
