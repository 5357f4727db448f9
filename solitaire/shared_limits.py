"""Token buckets in Redis: what is asked for too often, counted over all processes of a site.

Where Redis cannot say, each process counts for itself, as without one: an outage lets nobody in who would not be let
in by one process, and keeps nobody out.
"""

import logging
from functools import cache
from hashlib import blake2b
from typing import Any

from django.conf import settings

from solitaire import redis_server

logger = logging.getLogger(__name__)

TAKE = """
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = burst
if held[1] then
    tokens = math.min(burst, tonumber(held[1]) + math.max(0, now - tonumber(held[2])) * rate)
end
local wait = 0
if tokens >= 1 then
    tokens = tokens - 1
else
    wait = (1 - tokens) / rate
end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.9f', tokens), 'at', string.format('%.6f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - tokens) / rate * 1000) + 1000)
return string.format('%.6f', wait)
"""
"""Takes one token, where there is one, by the clock of Redis; the seconds until there is, "0" where one was taken.

A bucket that would be full again is forgotten, as if it had never been used.
"""

_fuse = redis_server.Fuse()


def take(what: str, key: str, rate: float, burst: float) -> float | None:
    """Take a token of `key` from the bucket `what`: the seconds to wait, 0 where one was taken.

    None where that cannot be said: there is no Redis, or it does not answer.
    """
    if not (redis_server.configured() and _fuse.whole):
        return None
    try:
        return float(_script()(keys=[_name(what, key)], args=[rate, burst]))
    except redis_server.Failure as error:
        if _fuse.blow():
            logger.warning("each process counts for itself what is asked for too often: %s", error)
        return None


@cache
def _script() -> Any:
    return redis_server.shared().register_script(TAKE)


def _name(what: str, key: str) -> str:
    """The bucket's name in Redis, which says nothing of who it is."""
    secret = settings.SECRET_KEY.encode()[:64]
    return f"{redis_server.PREFIX}limit:{what}:{blake2b(key.encode(), key=secret, digest_size=16).hexdigest()}"
