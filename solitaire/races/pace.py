"""Pace-setters: a winning line on a fresh deck, played at a steady pace. For whoever finds nobody to race against.

Lines are found by a program of its own (see `solve`) and kept ready in a small stock for each way to play, so that a
new site has somebody to race against at once. One that has been raced is not thrown away: whoever has not seen its deck
can be offered it too.
"""

import json
import logging
import secrets
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from channels.db import database_sync_to_async
from django.conf import settings
from django.db.models import Count, F

from solitaire.live.table import now_ms
from solitaire.races.commands import SEALED_KIND, Way
from solitaire.races.models import PaceLine
from solitaire.races.race import PACES, Lane
from solitaire.races.solve import won
from solitaire.rules.deals import DRAWS, FAMILIES, RULE_SETS, BadCode, Deal

logger = logging.getLogger(__name__)

WAYS = tuple(
    Way(family, draw, ruleset)
    for family in FAMILIES
    for draw in DRAWS
    for ruleset in (RULE_SETS if family == "KL" else "N")
)
"""Every way to play there is."""

PAGE = 50
"""Lines looked at in one go for one whose deck somebody has not seen."""
NEEDED, AT_LEISURE = 5, 19
"""How far searches stand back for others on the machine: one that somebody waits for, and one that nobody does."""
SPARE_S = 1
"""How much longer than it was told the program may take, to start and to end."""

searching = ThreadPoolExecutor(1, thread_name_prefix="pace")


def lines(way: Way) -> Iterator[PaceLine]:
    """The lines for a way that are there, the oldest first; a page in memory at a time."""
    ready = PaceLine.objects.filter(**way._asdict()).order_by("found_at", "code")
    start = 0
    while page := list(ready[start : start + PAGE]):
        yield from page
        start += PAGE


def used(line: PaceLine) -> None:
    """One more race was made of a line."""
    PaceLine.objects.filter(pk=line.pk).update(uses=F("uses") + 1)


def lanes(line: PaceLine) -> tuple[Lane, ...]:
    """The pace-setters who play a line, slowest first."""
    paces = settings.RACES["paces"]
    return tuple(Lane("pace", pace=pace, moves=tuple(line.moves), every_ms=paces[pace]) for pace in PACES)


class Search(NamedTuple):
    """How long a search may take, in seconds, and how far it stands back for others (0 to 19)."""

    seconds: float
    niceness: int


class Found(NamedTuple):
    """A deal, and the moves that win it by our own rules."""

    deal: Deal
    moves: list[str]


def find(way: Way, count: int, search: Search) -> list[PaceLine]:
    """Search for that many new lines, and keep those that were found in time: none, some or all.

    Takes its time and little more, whatever the solver does. One search at a time on a machine: another waits for its
    turn as long as it may search.
    """
    kept = [
        PaceLine(code=deal.code, deck_key=deal.deck_key, moves=moves, found_at=now_ms(), **way._asdict())
        for deal, moves in found(way, count, search)
    ]
    PaceLine.objects.bulk_create(kept, ignore_conflicts=True)
    return kept


def found(way: Way, count: int, search: Search, kind: str = SEALED_KIND) -> list[Found]:
    """That many winning lines on fresh decks of a kind, or fewer, as `find`; kept nowhere."""
    return [line for text in _printed(way, count, search, kind) if (line := _read(way, kind, text))]


def needed(way: Way) -> PaceLine | None:
    """A new line for somebody who is waiting for it: some tenths of a second on a machine that has nothing else to do.

    None where none was found within `RACES`'s pace_need_s.
    """
    return next(iter(find(way, 1, Search(settings.RACES["pace_need_s"], NEEDED))), None)


def _printed(way: Way, count: int, search: Search, kind: str) -> list[str]:
    """What the program has printed by the end of its time, line by line; nothing where it could not be started."""
    command = [sys.executable, "-m", "solitaire.races.solve", *map(str, (*way, count, *search, kind))]
    try:
        # Nothing of our environment goes along: the program needs no secret of the site.
        process = subprocess.Popen(  # noqa: S603 -- our own program, and arguments that are ours
            command, cwd=settings.BASE_DIR, env={}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    except OSError as error:
        logger.warning("no search for winning lines could be started: %s", error)
        return []
    with process:
        try:
            printed, complaints = process.communicate(timeout=search.seconds + SPARE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            printed, complaints = process.communicate()
    if process.returncode:
        logger.warning("the search for winning lines ended with %s: %s", process.returncode, complaints[-500:])
    return printed.splitlines()


def _read(way: Way, kind: str, text: str) -> Found | None:
    """The line that was printed so; None for what is none of that way by our own rules, half a line for one."""
    try:
        data = json.loads(text)
        deal = Deal.parse(data["code"])
        moves = won(deal, data["moves"])
    except (ValueError, KeyError, TypeError, BadCode):
        moves = None
    if moves is None or (deal.family, deal.draw, deal.ruleset) != way or deal.kind != kind:
        logger.warning("no winning line for %s: %.100s", way, text)
        return None
    return Found(deal, moves)


async def keep_ready() -> None:
    """Search a little for a way that lacks unused lines, if any does; a round of the caretaker's."""
    await database_sync_to_async(search_where_short, thread_sensitive=False, executor=searching)()


def search_where_short() -> None:
    """Search for lines for one of the ways that have fewer unused ones than `RACES`'s pace_lines, if any has.

    Which of them is left to chance: a way for which hardly a line is ever found keeps no other from its turn.
    """
    wanted = settings.RACES["pace_lines"]
    counted = PaceLine.objects.filter(uses=0).values_list("family", "draw", "ruleset").annotate(Count("pk")).order_by()
    unused = {Way(family, draw, ruleset): count for family, draw, ruleset, count in counted}
    missing = {way: wanted - unused.get(way, 0) for way in WAYS if unused.get(way, 0) < wanted}
    if missing:
        way = secrets.choice(list(missing))
        find(way, missing[way], Search(settings.RACES["pace_search_s"], AT_LEISURE))
