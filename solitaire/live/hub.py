"""Who follows which stream in this process, and what they are sent when it moves on.

A stream's source (a table, and whatever else will be followed) makes the messages; the hub decides who needs one,
makes each once, and hands it out a few dozen at a time. It keeps no message: each socket has the version it was sent
last, and what it is sent next is made from there. So a hint may be lost, late or repeated.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Protocol

from solitaire.live.off_loop import off_loop
from solitaire.log import store
from solitaire.tally import tally

PIECE = 40
"""So many sockets are sent to before others get their turn on the event loop: 5,000 at once would stop it for 0.2 s.

Who asks for something may need three turns until the answer is on its way.
"""


class Source(Protocol):
    """A stream as the hub sees it."""

    stream: str

    @property
    def head(self) -> int:
        """The version it stands at."""

    async def refresh(self) -> None:
        """Read what it has missed from the log."""

    def news(self, after: int, role: str) -> list[str]:
        """The messages for somebody in that role who has version `after`."""


class Follower(Protocol):
    """A socket as the hub sees it."""

    role: str
    sent: int
    """The version it was sent last."""
    full: bool
    """Whether it reads more slowly than it is sent to: it gets nothing until that has passed."""

    async def say(self, text: str) -> None:
        """Send one message."""


Ear = Callable[[Source], None]
"""Called on the event loop when a source has moved; it must be quick, and must not fail."""


class Hub:
    """The followers of each stream. For one event loop; `hint` may be called from any thread."""

    def __init__(self) -> None:
        self._followers: dict[str, set[Follower]] = {}
        self._sources: dict[str, Source] = {}
        self._ears: dict[str, Ear] = {}
        self._eavesdroppers: dict[str, Callable[[str], None]] = {}
        self._deliveries: dict[str, asyncio.Task[None]] = {}
        self._refreshing: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def follow(self, source: Source, follower: Follower) -> None:
        """Send `follower` what comes after the version it has been sent."""
        self._loop = asyncio.get_running_loop()
        self._sources[source.stream] = source
        self._followers.setdefault(source.stream, set()).add(follower)

    def leave(self, source: Source, follower: Follower) -> None:
        """Send `follower` nothing more; no matter if it did not follow."""
        followers = self._followers.get(source.stream, set())
        followers.discard(follower)
        if not followers:
            self._followers.pop(source.stream, None)
            if source.stream not in self._ears:
                self._sources.pop(source.stream, None)

    def listen(self, source: Source, ear: Ear) -> None:
        """Call `ear`, the only one of its stream, whenever the source has moved; it is kept up to date for that."""
        self._loop = asyncio.get_running_loop()
        self._sources[source.stream] = source
        self._ears[source.stream] = ear

    def unlisten(self, source: Source) -> None:
        """Call nobody any more when that source moves."""
        self._ears.pop(source.stream, None)
        if source.stream not in self._followers:
            self._sources.pop(source.stream, None)

    def overhear(self, prefix: str, ear: Callable[[str], None]) -> None:
        """Call `ear` with the name of every stream that a hint tells of and that begins with `prefix`."""
        self._eavesdroppers[prefix] = ear

    def moved(self, source: Source) -> None:
        """The source has new events: bring every follower up to date who is not."""
        stream = source.stream
        if (ear := self._ears.get(stream)) is not None:
            ear(source)
        if stream not in self._deliveries and self._waiting(source):
            self._deliveries[stream] = asyncio.create_task(self._deliver(source))

    def _waiting(self, source: Source) -> list[Follower]:
        followers = self._followers.get(source.stream, ())
        return [follower for follower in followers if _needs(source, follower)]

    def hint(self, stream: str, version: int) -> None:
        """The log holds that version of the stream: read it where somebody follows. From any thread, however often."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._hinted, stream, version)

    def hint_all(self, heads: Mapping[str, int]) -> None:
        """As `hint`, for many streams at once, most of which nobody may follow here."""
        prefixes = tuple(self._eavesdroppers)
        followed = {
            stream: version
            for stream, version in heads.items()
            if stream in self._sources or stream.startswith(prefixes)
        }
        if followed and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._all_hinted, followed)

    def _all_hinted(self, heads: Mapping[str, int]) -> None:
        for stream, version in heads.items():
            self._hinted(stream, version)

    def look(self) -> None:
        """Look in the log now for what no hint has told of. From any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(lambda: self._keep(asyncio.create_task(self.check_heads())))

    def followed(self) -> int:
        """How many streams somebody follows in this process."""
        return len(self._sources)

    def _hinted(self, stream: str, version: int) -> None:
        for prefix, ear in self._eavesdroppers.items():
            if stream.startswith(prefix):
                ear(stream)
        source = self._sources.get(stream)
        if source is not None and source.head < version:
            self._keep(asyncio.create_task(self._refresh(source)))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)

    async def _refresh(self, source: Source) -> None:
        await source.refresh()
        self.moved(source)

    async def check_heads(self) -> None:
        """Look in the log for what no hint has told of: the last one may have been lost."""
        await self.check(tuple(self._sources))

    async def check(self, streams: Sequence[str]) -> None:
        """Look in the log for what no hint has told of those streams."""
        for stream, version in (await off_loop(heads_of, streams)).items():
            if (source := self._sources.get(stream)) is not None and source.head < version:
                tally.hinted["found"] += 1
            self._hinted(stream, version)

    def followers(self, stream: str) -> Collection[Follower]:
        """Who follows a stream in this process at the moment."""
        return self._followers.get(stream, ())

    async def tell(self, source: Source, make: Callable[[str], str]) -> None:
        """Send everybody who is up to date what `make` makes for their role: it is no event, and follows none."""
        made: dict[str, str] = {}
        for count, follower in enumerate(list(self.followers(source.stream)), 1):
            if follower.sent == source.head and not follower.full:
                if follower.role not in made:
                    made[follower.role] = make(follower.role)
                await follower.say(made[follower.role])
            if count % PIECE == 0:
                await asyncio.sleep(0)

    async def _deliver(self, source: Source) -> None:
        try:
            while waiting := self._waiting(source):
                begun = time.monotonic()
                made: dict[tuple[str, int, int], list[str]] = {}
                for count, follower in enumerate(waiting, 1):
                    if _needs(source, follower):
                        await _bring_up(source, follower, made)
                    if count % PIECE == 0:
                        await asyncio.sleep(0)
                tally.deliveries.add(time.monotonic() - begun)
        finally:
            del self._deliveries[source.stream]


def _needs(source: Source, follower: Follower) -> bool:
    return follower.sent < source.head and not follower.full


async def _bring_up(source: Source, follower: Follower, made: dict[tuple[str, int, int], list[str]]) -> None:
    """Send what `follower` has not; each kind of viewer at each version shares the same text."""
    kind = (follower.role, follower.sent, source.head)
    if kind not in made:
        made[kind] = source.news(follower.sent, follower.role)
    follower.sent = source.head
    for text in made[kind]:
        await follower.say(text)


def heads_of(streams: Iterable[str]) -> dict[str, int]:
    """The head versions of streams, from the log."""
    return {head.stream: head.version for head in store.heads_of(streams)}


hub = Hub()
"""This process's own."""
