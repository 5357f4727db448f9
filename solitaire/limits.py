"""Token buckets: how often somebody may do something."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from threading import Lock
from weakref import WeakSet

from django.conf import settings

from solitaire import shared_limits
from solitaire.tally import tally

KEYS_KEPT = 10_000
"""So many players, names or networks are remembered for each limit: some 3 MB."""
LONGEST_KEY = 100
"""So many characters are kept of what somebody typed."""

Clock = Callable[[], float]
"""Seconds that never go back, from any start."""


class TooMany(Exception):
    """Somebody did something more often than they may; `wait` is the whole seconds until they may again."""

    def __init__(self, wait: float) -> None:
        self.wait = max(1, math.ceil(wait))
        super().__init__(f"too many: wait {self.wait} s")


class Bucket:
    """Holds up to `burst` tokens and gains `rate` a second; it starts full. For one thread at a time."""

    __slots__ = ("_burst", "_clock", "_filled_at", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._filled_at = clock()

    def take(self) -> bool:
        """Take one token; False, and nothing taken, where there is none."""
        self._fill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def wait(self) -> float:
        """Seconds until there is a token to take; 0 where there is one now."""
        self._fill()
        return max(0.0, (1 - self._tokens) / self._rate)

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._filled_at) * self._rate)
        self._filled_at = now


class Buckets:
    """One bucket a key for the `most` keys used last; safe between threads.

    A key that falls out comes back with a full bucket: memory is bounded, and `most` says how many keys
    somebody would have to use to be forgotten. With a name, `shared`, they are those of all processes of the site
    where these have a Redis; asking it takes some 0.2 ms, so they are not for the event loop.
    """

    def __init__(
        self, rate: float, burst: float, most: int, clock: Clock = time.monotonic, shared: str | None = None
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._clock = clock
        self._shared = shared
        self._lock = Lock()
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> None:
        """Take one token of `key`; raises `TooMany` where there is none."""
        wait = shared_limits.take(self._shared, key, self._rate, self._burst) if self._shared else None
        if wait is None:
            self._take_here(key)
        elif wait > 0:
            raise TooMany(wait)

    def _take_here(self, key: str) -> None:
        with self._lock:
            bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst, self._clock)
            self._buckets[key] = bucket
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
            if not bucket.take():
                raise TooMany(bucket.wait())


class Limits:
    """What a section of the settings allows: by name, `per_s` in the long run and `burst` at once, for each key.

    The settings are read when a name is first spent on. Each counts for the whole site where there is a Redis.
    """

    def __init__(self, section: str) -> None:
        self._section = section
        _all.add(self)
        self._buckets: dict[str, Buckets] = {}

    def __getitem__(self, what: str) -> Buckets:
        """The buckets of one name."""
        if what not in self._buckets:
            allowed = getattr(settings, self._section)[what]
            self._buckets.setdefault(
                what, Buckets(allowed["per_s"], allowed["burst"], KEYS_KEPT, shared=f"{self._section}.{what}")
            )
        return self._buckets[what]

    def spend(self, what: str, key: str) -> None:
        """Count one `what` of `key`; raises `TooMany` where it is one too many."""
        try:
            self[what].take(key[:LONGEST_KEY])
        except TooMany:
            tally.limited[what] += 1
            raise

    def forget(self) -> None:
        """Everybody starts afresh, as in a new process."""
        self._buckets = {}


_all: WeakSet[Limits] = WeakSet()


def forget_all() -> None:
    """Everybody starts afresh in every way, as in a new process."""
    for limits in list(_all):
        limits.forget()


def network(address: str) -> str:
    """Who is behind an IP address as far as limits go: an IPv4 address itself, the /64 network of an IPv6 one."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
