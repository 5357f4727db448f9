"""`{% load leaders %}`: who leads on a deal's boards."""

from django import template

from replays import boards
from replays.models import Board

register = template.Library()

SHOWN = 5
"""So many leaders stand beside a table."""


@register.simple_tag
def fastest_at(code: str) -> list[boards.Line]:
    """The first rows of the fastest board of a deal, for a game whose deck everybody may know."""
    return boards.read(code, Board.FASTEST, size=SHOWN).lines
