"""What is due in days: the decks of today and tomorrow are drawn, and days that are over are revealed.

Any process may do it at any time, and again after any crash: a deck is drawn by whoever is first, for the stream takes
one beginning alone, and a day is revealed at the version it was looked at.
"""

import logging
from contextlib import suppress

from solitaire.daily import calendar, rows
from solitaire.daily.day import FAMILY, RULE_SET, Day, key_of, read_key, stream_of
from solitaire.daily.models import Attempt, DayRow
from solitaire.daily.rows import DRAWN, REVEALED, DayOver, NotOver
from solitaire.live.hub import hub
from solitaire.live.new_game import close_game
from solitaire.live.table import fold, read_game
from solitaire.log import writer
from solitaire.log.event import Append, Milestone, NewEvent
from solitaire.log.store import Conflict
from solitaire.races.commands import drawn_deal
from solitaire.races.race import FEWEST, Options
from solitaire.rules.deals import DRAWS

logger = logging.getLogger(__name__)

GRACE_MS = 2000
"""A day is revealed so long after its end: what was written in its last moment is there by then."""


def attend() -> None:
    """Do what is due now."""
    draw_what_is_missing()
    reveal_what_is_over()


def draw_what_is_missing() -> None:
    """Draw the decks of today and tomorrow that are not there yet: so each hash is known a day before its deck."""
    wanted = [key_of(on, draw) for on in (calendar.today(), calendar.tomorrow()) for draw in DRAWS]
    there = set(DayRow.objects.filter(pk__in=wanted).values_list("pk", flat=True))
    for key in wanted:
        if key not in there:
            draw_deck(key)


def draw_deck(key: str) -> None:
    """Draw the deck of a day from the operating system's randomness, unless somebody else has."""
    _on, draw = read_key(key)
    deal = drawn_deal(Options(FAMILY, draw, RULE_SET, FEWEST, sealed=True))
    drawn = Append(stream_of(key), 0, (NewEvent("drawn", {"code": deal.code}),), None, None, Milestone(DRAWN, None))
    with suppress(Conflict):
        writer.current().submit(drawn).result()


def reveal_what_is_over() -> None:
    """Reveal every day that is over; one that cannot be, now or ever, keeps no other from it."""
    over = DayRow.objects.filter(revealed_at=None, ends_at__lte=calendar.now() - GRACE_MS)
    for key in over.order_by("ends_at", "key").values_list("pk", flat=True):
        try:
            reveal(key)
        except Exception:
            logger.exception("the day %s could not be revealed", key)


def reveal(key: str) -> None:
    """End every game of a day, and let everybody know its code; nothing where somebody else has."""
    for game in Attempt.objects.filter(day=key, over=False).values_list("game", flat=True):
        close_game(game, "day", None, when=lambda _state: True)
    day = rows.find(key)
    if day is None or not day.secret:
        return
    games = list(Attempt.objects.filter(day=key).order_by("game").values_list("game", flat=True))
    over = DayOver(day, [fold(game, read_game(game)) for game in games])
    with suppress(Conflict, NotOver):  # somebody else was first; a game of the last moment is seen the next time
        written = writer.current().submit(_revealing(day, over)).result()
        hub.hint(stream_of(key), written[-1].version)


def _revealing(day: Day, over: DayOver) -> Append:
    revealed = NewEvent("revealed", {})
    return Append(stream_of(day.key), day.version, (revealed,), None, None, Milestone(REVEALED, over))
