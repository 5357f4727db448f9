"""Token buckets: how often somebody may do something."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from threading import Lock

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
    somebody would have to use to be forgotten.
    """

    def __init__(self, rate: float, burst: float, most: int, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._clock = clock
        self._lock = Lock()
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> None:
        """Take one token of `key`; raises `TooMany` where there is none."""
        with self._lock:
            bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst, self._clock)
            self._buckets[key] = bucket
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
            if not bucket.take():
                raise TooMany(bucket.wait())


def network(address: str) -> str:
    """Who is behind an IP address as far as limits go: an IPv4 address itself, the /64 network of an IPv6 one."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
