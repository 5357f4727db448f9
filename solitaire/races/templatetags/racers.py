"""`{% load racers %}`: how racers are drawn and named in templates, the same as in the browser's modules."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext as _

register = template.Library()

LOOKS = 8
"""Colours, and shapes; after as many racers the shapes are hollow."""


class RacerLook(NamedTuple):
    """The colour and shape of a racer, from 1, and whether the shape is hollow."""

    number: int
    hollow: bool


@register.filter
def racer_look(key: str, race: Mapping[str, Any]) -> RacerLook:
    """How the racer with that key looks in a race as `show_race` gives it: seats come first, then ghosts.

    >>> racer_look("g0", {"seats": [{}, {}]})
    RacerLook(number=3, hollow=False)
    """
    index = len(race["seats"]) + int(key[1:]) if key.startswith("g") else int(key)
    return RacerLook(index % LOOKS + 1, index >= LOOKS)


@register.filter
def racer_name(racer: Mapping[str, Any]) -> str:
    """What a seat or a lane is called: a pace-setter by its pace, a ghost by its number until its race has settled."""
    paces = {"bronze": _("Bronze pace"), "silver": _("Silver pace"), "gold": _("Gold pace")}
    return (
        racer.get("name")
        or paces.get(racer.get("pace") or "")
        or _("Ghost %(number)s") % {"number": int(racer["key"][1:]) + 1}
    )


@register.filter
def racer_mark(racer: Mapping[str, Any]) -> str:
    """What kind of racer it is, in a word; "" for a former player.

    Of a recorded game with the day on which it was played.
    """
    if racer.get("played_at"):
        day = datetime.fromtimestamp(racer["played_at"] / 1000, UTC)
        return _("recorded game, %(date)s") % {"date": date_format(day)}
    words = {"account": _("account"), "guest": _("guest"), "ghost": _("recorded game"), "program": _("program")}
    return words.get(racer["mark"], "")
