"""The law of the feed: an old state and the events sent after it are the fresh state, in every view."""

import json
from typing import Any

from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from solitaire.live.feed import show_events
from solitaire.live.tables import PLAYER, WATCHER, Table
from solitaire.log.event import Event
from solitaire.rules.views import View, show_position
from tests.live.reference import apply, laid_out, seen
from tests.live.streams import ANA, GAME, streams

roles = st.sampled_from((PLAYER, WATCHER))


class Heard:
    """What a browser makes of messages: the events in them one after the other, what is legal, and a new table."""

    def __init__(self, texts: list[str], after: int) -> None:
        self.version = after
        self.events: list[dict[str, Any]] = []
        self.legal: list[str] | None = None
        self.table: dict[str, Any] | None = None
        for text in texts:
            assert len(text.encode()) <= settings.LIVE["frame_bytes"]
            self.hear(json.loads(text))

    def hear(self, message: dict[str, Any]) -> None:
        assert self.table is None, "the open cards come last"
        if message["t"] == "table":
            self.table = message
            return
        assert (message["t"], message["after"]) == ("events", self.version)
        assert [event["v"] for event in message["events"]] == list(range(self.version + 1, message["v"] + 1))
        self.version = message["v"]
        self.events += message["events"]
        self.legal = message.get("legal")


@given(streams(), st.data(), roles)
def test_an_old_snapshot_and_the_news_since_are_the_fresh_position(events: list[Event], data: st.DataObject, role: str):
    version = data.draw(st.integers(1, len(events)))
    table = Table(GAME, events[:version], ANA)
    old = json.loads(table.snapshot(role))
    assert old["v"] == version
    state = laid_out(old["position"])
    table.catch_up(events)
    news = Heard(table.news(version, role), version)
    assert news.version == len(events)
    for event in news.events:
        apply(state, event)
    fresh = show_position(table.state.game, View(old["view"]))
    assert seen(state, old["view"]) == seen(laid_out(fresh), old["view"])
    assert bool(news.table) == table.over
    if news.table:
        assert news.table["view"] == "all"
        assert news.table["position"] == show_position(table.state.game, View.ALL)


@given(streams(), st.sampled_from((View.OWNER, View.ALL)))
def test_a_replay_from_the_deal_arrives_at_the_position(events: list[Event], view: View):
    dealt, *rest = show_events(GAME, events, view)
    state = laid_out(dealt["position"])
    for event in rest:
        apply(state, event)
    table = Table(GAME, events, ANA)
    assert seen(state, view) == seen(laid_out(show_position(table.state.game, view)), view)


@given(streams(), st.data(), roles)
def test_news_in_two_parts_are_the_news_in_one(events: list[Event], data: st.DataObject, role: str):
    first = data.draw(st.integers(1, len(events)))
    second = data.draw(st.integers(first, len(events)))
    table = Table(GAME, events[:second], ANA)
    part = Heard(table.news(first, role), first).events
    table.catch_up(events)
    rest = Heard(table.news(second, role), second).events
    assert part + rest == Heard(table.news(first, role), first).events


@given(streams(), roles)
def test_only_the_player_is_told_what_is_legal(events: list[Event], role: str):
    table = Table(GAME, events, ANA)
    legal = list(table.state.game.legal())
    snapshot, news = json.loads(table.snapshot(role)), Heard(table.news(1, role), 1)
    assert snapshot["legal"] == (legal if role == PLAYER else [])
    assert news.legal == (legal if role == PLAYER else None)
