"""Who is there: which processes are up, and whose browsers are connected to this one.

Every process writes down, every few seconds, that it lives (a `Pulse`), and who is connected to it (`SeatRow.seen_at`):
one statement each. A pulse that follows the last one of any process too late tells of an outage.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from solitaire.live.table import now_ms
from solitaire.races.models import Pulse, SeatRow

LIVES = 3
"""A process is taken to live for so many times the time between pulses."""
DOUBT = 1.5
"""A process that has just started waits so many times as long for another before it is sure to be alone."""
FORGOTTEN_S = 3600
"""A process that has been silent for so long leaves no row behind."""

Outage = Callable[[int, int], None]
"""Called before the pulse that ends an outage, with its beginning and its end (milliseconds since 1970)."""


class Here(NamedTuple):
    """What this process has to say: the seats (games' ids) connected to it, and how many watch each race in it."""

    connected: Collection[str]
    watching: Mapping[str, int]


class Standing(NamedTuple):
    """What this process knows of the site. Times are milliseconds since 1970."""

    up_since: int
    """The site has been up without a break since then."""
    alone: bool
    """No other process is up."""
    sure: bool
    """Enough time has passed since the start to know."""
    watching: Mapping[str, int]
    """How many watch each race in other processes."""


class Presence:
    """This process's own pulse, from its first `beat` on. For one thread at a time."""

    def __init__(self, outage: Outage) -> None:
        self._outage = outage
        self.process = secrets.token_hex(8)
        self._last = 0
        self._since = 0

    def beat(self, here: Here) -> Standing:
        """Write down that this process lives and what is connected to it; what is known of the site then.

        An outage is told of first: who dies in between leaves it to the next one who starts.
        """
        now, pulse_ms = now_ms(), int(1000 * settings.RACES["pulse_s"])
        others = list(Pulse.objects.exclude(pk=self.process))
        before = max([self._last, *(other.at for other in others)])
        was_away = now - before > 1000 * settings.RACES["outage_s"]
        if was_away:
            self._outage(before, now)
        if was_away or not self._last:
            self._since = now
        self._last = now
        self._write(now, here)
        alive = [other for other in others if other.at > max(self._since, now - LIVES * pulse_ms)]
        return Standing(
            up_since=min([self._since, *(other.since for other in alive)]),
            alone=not alive,
            sure=bool(alive) or now - self._since >= DOUBT * pulse_ms,
            watching=sum((Counter(other.watching) for other in alive), Counter()),
        )

    def _write(self, now: int, here: Here) -> None:
        pulse = {"since": self._since, "at": now, "watching": dict(here.watching)}
        with transaction.atomic():
            if not Pulse.objects.filter(pk=self.process).update(**pulse):
                Pulse.objects.create(pk=self.process, **pulse)
                Pulse.objects.filter(at__lt=now - 1000 * FORGOTTEN_S).delete()
            if here.connected:
                # A seat that somebody else is writing is left for the next pulse: whoever waits for one while holding
                # others may wait for somebody who waits for those.
                seats = SeatRow.objects.filter(pk__in=here.connected).select_for_update(skip_locked=True)
                SeatRow.objects.filter(pk__in=list(seats.values_list("pk", flat=True))).update(seen_at=now)


def up_since(moment: int) -> bool:
    """Whether the site has been up without a break from that moment until now, as far as its pulses tell."""
    pulses_ms = int(1000 * LIVES * settings.RACES["pulse_s"])
    return Pulse.objects.filter(since__lte=moment, at__gt=now_ms() - pulses_ms).exists()


def seen(race_ids: Collection[str]) -> dict[str, int]:
    """When each seat's player of some races was last connected, by the seat's game."""
    return dict(SeatRow.objects.filter(race__in=race_ids).values_list("pk", "seen_at"))
