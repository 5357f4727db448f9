"""The hub brings every follower up to date, makes each text once, and never holds the event loop for long."""

import asyncio
from collections import Counter
from itertools import pairwise

import pytest

from solitaire.live import hub as hub_module
from solitaire.live.hub import Hub


class Source:
    """A stream of numbers."""

    stream = "game:numbers"

    def __init__(self, head: int = 1) -> None:
        self.head = self.in_the_log = head
        self.made: Counter[tuple[int, str]] = Counter()

    async def refresh(self) -> None:
        await asyncio.sleep(0)
        self.head = self.in_the_log

    def news(self, after: int, role: str) -> list[str]:
        self.made[after, role] += 1
        return [f"{role}:{after}-{self.head}"]


class Follower:
    """A socket that remembers what it was sent."""

    def __init__(self, role: str = "watcher", sent: int = 1) -> None:
        self.role, self.sent, self.full = role, sent, False
        self.heard: list[str] = []

    async def say(self, text: str) -> None:
        self.heard.append(text)


async def settled(hub: Hub) -> None:
    while hub._deliveries or hub._refreshing:
        await asyncio.sleep(0)


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def hub() -> Hub:
    return Hub()


def follow(hub: Hub, source: Source, *followers: Follower) -> None:
    for follower in followers:
        hub.follow(source, follower)


async def test_each_kind_of_viewer_shares_one_text(hub: Hub, source: Source):
    followers = [Follower(role) for role in ("player", "watcher", "watcher") for _ in range(50)]
    follow(hub, source, *followers)
    source.head = 2
    hub.moved(source)
    await settled(hub)
    assert all(follower.heard == [f"{follower.role}:1-2"] for follower in followers)
    assert source.made == {(1, "player"): 1, (1, "watcher"): 1}


async def test_who_has_it_already_gets_nothing(hub: Hub, source: Source):
    mover = Follower("player", sent=2)
    follow(hub, source, mover)
    source.head = 2
    hub.moved(source)
    await settled(hub)
    assert mover.heard == []


async def test_who_is_further_behind_gets_more(hub: Hub, source: Source):
    late = Follower(sent=1)
    source.head = 5
    follow(hub, source, late)
    hub.moved(source)
    await settled(hub)
    assert late.heard == ["watcher:1-5"]


async def test_others_get_their_turn_between_pieces(hub: Hub, source: Source, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hub_module, "PIECE", 10)
    followers = [Follower() for _ in range(100)]
    follow(hub, source, *followers)
    source.head = 2
    hub.moved(source)
    served = []
    while hub._deliveries:
        await asyncio.sleep(0)
        served.append(sum(bool(follower.heard) for follower in followers))
    assert max(after - before for before, after in zip([0, *served], served, strict=False)) <= 10
    assert served[-1] == 100


async def test_what_happens_meanwhile_is_not_missed(hub: Hub, source: Source, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hub_module, "PIECE", 1)
    followers = [Follower() for _ in range(5)]
    follow(hub, source, *followers)
    for head in range(2, 20):
        source.head = head
        hub.moved(source)
        await asyncio.sleep(0)
    await settled(hub)
    for follower in followers:
        parts = [tuple(map(int, text.removeprefix("watcher:").split("-"))) for text in follower.heard]
        assert parts[0][0] == 1
        assert parts[-1][1] == 19
        assert all(before[1] == after[0] for before, after in pairwise(parts))


async def test_who_does_not_read_is_passed_over_and_gets_it_all_later(hub: Hub, source: Source):
    slow, quick = Follower(), Follower()
    slow.full = True
    follow(hub, source, slow, quick)
    for head in (2, 3, 4):
        source.head = head
        hub.moved(source)
        await settled(hub)
    assert (slow.heard, len(quick.heard)) == ([], 3)
    slow.full = False
    hub.moved(source)
    await settled(hub)
    assert slow.heard == ["watcher:1-4"]


async def test_who_has_left_gets_nothing(hub: Hub, source: Source):
    gone = Follower()
    follow(hub, source, gone)
    hub.leave(source, gone)
    hub.leave(source, gone)
    source.head = 2
    hub.moved(source)
    await settled(hub)
    assert gone.heard == []


async def test_a_hint_from_another_thread_has_the_log_read(hub: Hub, source: Source):
    follower = Follower()
    follow(hub, source, follower)
    source.in_the_log = 3
    await asyncio.to_thread(hub.hint, source.stream, 3)
    while not follower.heard:
        await asyncio.sleep(0)
    assert follower.heard == ["watcher:1-3"]


async def test_hints_may_be_repeated_late_or_of_no_interest(hub: Hub, source: Source):
    follower = Follower()
    hub.hint(source.stream, 9)  # nobody follows anything yet
    follow(hub, source, follower)
    source.in_the_log = 3
    for stream, version in ((source.stream, 3), (source.stream, 3), (source.stream, 2), ("game:other", 7)):
        hub.hint(stream, version)
    await asyncio.sleep(0)
    await settled(hub)
    assert follower.heard == ["watcher:1-3"]
