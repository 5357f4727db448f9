"""Who is there: which processes are up, and whose browsers are connected to this one.

Every process writes down, every few seconds, that it lives (a `Pulse`), and who is connected to it (`SeatRow.seen_at`):
one statement each. A pulse that follows the last one of any process too late tells of an outage.
"""

import secrets
from collections.abc import Callable, Collection
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Min

from solitaire.live.table import now_ms
from solitaire.races.models import Pulse, SeatRow

LIVES = 3
"""A process is taken to live for so many times the time between pulses."""
DOUBT = 1.5
"""A process that has just started waits so many times as long for another before it is sure to be alone."""

FORGOTTEN_S = 3600
"""A process that has been silent for so long leaves no row behind."""

Outage = Callable[[int, int], None]
"""Called before the pulse that ends an outage, with its beginning and its end."""


class Standing(NamedTuple):
    """What this process knows of the site. Times are milliseconds since 1970."""

    up_since: int
    """The site has been up without a break since then."""
    alone: bool
    """No other process is up."""
    sure: bool
    """Enough time has passed since the start to know."""


class Presence:
    """This process's own pulse, from its first `beat` on. For one thread at a time."""

    def __init__(self, outage: Outage) -> None:
        self._outage = outage
        self.process = secrets.token_hex(8)
        self._last = 0
        self._since = 0
        self.standing = Standing(0, alone=False, sure=False)

    def beat(self, connected: Collection[str]) -> Standing:
        """Write down that this process lives and which seats (games' ids) are connected to it; what is known since.

        An outage is told of first: who dies in between leaves it to the next one who starts.
        """
        now, pulse_ms = now_ms(), 1000 * settings.RACES["pulse_s"]
        others = Pulse.objects.exclude(pk=self.process)
        theirs = others.aggregate(last=Max("at"))["last"] or 0
        before = max(self._last, theirs)
        away = now - before
        if away > 1000 * settings.RACES["outage_s"]:
            self._outage(before, now)
        if not self._last or (away > LIVES * pulse_ms):
            self._since = now
        self._last = now
        self._write(now, connected)
        alive = others.filter(at__gt=max(self._since, now - LIVES * pulse_ms))
        first = alive.aggregate(first=Min("since"))["first"]
        self.standing = Standing(
            up_since=self._since if first is None else min(first, self._since),
            alone=first is None,
            sure=first is not None or now - self._since >= DOUBT * pulse_ms,
        )
        return self.standing

    def _write(self, now: int, connected: Collection[str]) -> None:
        with transaction.atomic():
            if not Pulse.objects.filter(pk=self.process).update(since=self._since, at=now):
                Pulse.objects.create(pk=self.process, since=self._since, at=now)
                Pulse.objects.filter(at__lt=now - 1000 * FORGOTTEN_S).delete()
            if connected:
                SeatRow.objects.filter(pk__in=connected).update(seen_at=now)
