"""Deals that can be won, kept ready for whoever plays alone, and apart from those for sealed races.

A deal is kept together with a line that our own rules fold to *won* under its rule set. Each is dealt once, and those
for sealed races have been told to nobody before. Of a deal without a line nothing is known: it may be winnable all the
same, and is never said not to be.
"""

import secrets
from collections.abc import Sequence
from typing import Final

from channels.db import database_sync_to_async
from django.conf import settings
from django.db.models import Count

from solitaire.live.table import now_ms
from solitaire.races import pace
from solitaire.races.commands import OPEN_KIND, SEALED_KIND, Way
from solitaire.races.models import WinnableDeal
from solitaire.races.pace import AT_LEISURE, NEEDED, WAYS, Found, Search
from solitaire.rules.deals import Deal

STOCKS: Final = tuple((way, sealed) for way in WAYS for sealed in (False, True))
"""Every stock there is: a way to play, and whether it is for sealed races."""


def deal(way: Way, *, sealed: bool) -> Deal | None:
    """A deal for somebody who waits for it, that nobody has been dealt: from the stock, or searched for now.

    None where none was found within `RACES`'s pace_need_s.
    """
    ready = _take(way, sealed=sealed)
    if ready is None:
        _find(way, 1, Search(settings.RACES["pace_need_s"], NEEDED), sealed=sealed)
        ready = _take(way, sealed=sealed)
    return ready


def deal_to_play(family: str, draw: int, ruleset: str) -> Deal | None:
    """A deal for somebody who plays alone; None where none was found in time."""
    return deal(Way(family, draw, ruleset), sealed=False)


def _take(way: Way, *, sealed: bool) -> Deal | None:
    """The oldest of a stock, which is nobody else's from now on."""
    unused = WinnableDeal.objects.filter(sealed=sealed, used_at=None, **way._asdict()).order_by("found_at", "code")
    while (code := unused.values_list("code", flat=True).first()) is not None:
        if unused.filter(code=code).update(used_at=now_ms()):
            return Deal.parse(code)
    return None


def line_of(code: str, *, told: bool) -> int | None:
    """How many moves the line takes that was found for a deal; None where none was.

    `told` is whether everybody may know of the code: of a deal for sealed races nothing is said before.
    """
    row = WinnableDeal.objects.filter(code=code).first()
    return None if row is None or (row.sealed and not told) else len(row.moves)


# --- the stock ---


def _find(way: Way, count: int, search: Search, *, sealed: bool) -> None:
    """Search for so many deals more, and keep what is found in time."""
    found = pace.found(way, count, search, SEALED_KIND if sealed else OPEN_KIND)
    WinnableDeal.objects.bulk_create(_rows(way, found, sealed=sealed), ignore_conflicts=True)


def _rows(way: Way, found: Sequence[Found], *, sealed: bool) -> list[WinnableDeal]:
    return [
        WinnableDeal(code=deal.code, sealed=sealed, moves=moves, found_at=now_ms(), **way._asdict())
        for deal, moves in found
    ]


async def keep_ready() -> None:
    """Search a little for a stock that is short, if any is; a round of the caretaker's."""
    await database_sync_to_async(search_where_short, thread_sensitive=False, executor=pace.searching)()


def search_where_short() -> None:
    """Search for deals for one of the stocks that hold fewer unused ones than `RACES`'s winnable, if any does.

    Which of them is left to chance: a way for which hardly a line is ever found keeps no other from its turn.
    """
    wanted = settings.RACES["winnable"]
    counted = WinnableDeal.objects.filter(used_at=None).values_list("family", "draw", "ruleset", "sealed")
    unused = {
        (Way(family, draw, ruleset), sealed): count
        for family, draw, ruleset, sealed, count in counted.annotate(Count("pk")).order_by()
    }
    short = [stock for stock in STOCKS if unused.get(stock, 0) < wanted]
    if short:
        way, sealed = stock = secrets.choice(short)
        missing = wanted - unused.get(stock, 0)
        _find(way, missing, Search(settings.RACES["pace_search_s"], AT_LEISURE), sealed=sealed)
