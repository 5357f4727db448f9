"""The law of the feed: an old state and the events sent after it are the fresh state, in every view."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from solitaire.live.feed import show_events
from solitaire.live.tables import PLAYER, WATCHER, Table
from solitaire.log.event import Event
from solitaire.rules.views import View, show_position
from tests.live.reference import apply, laid_out, seen
from tests.live.streams import ANA, GAME, streams

roles = st.sampled_from((PLAYER, WATCHER))


def heard(texts: list[str]) -> list[dict[str, Any]]:
    return [json.loads(text) for text in texts]


@given(streams(), st.data(), roles)
def test_an_old_snapshot_and_the_news_since_are_the_fresh_position(events: list[Event], data: st.DataObject, role: str):
    version = data.draw(st.integers(1, len(events)))
    table = Table(GAME, events[:version], ANA)
    old = json.loads(table.snapshot(role))
    assert old["v"] == version
    state = laid_out(old["position"])
    table.catch_up(events)
    news, *ending = heard(table.news(version, role))
    assert (news["after"], news["v"]) == (version, len(events))
    assert [event["v"] for event in news["events"]] == list(range(version + 1, len(events) + 1))
    for event in news["events"]:
        apply(state, event)
    fresh = show_position(table.state.game, View(old["view"]))
    assert seen(state, old["view"]) == seen(laid_out(fresh), old["view"])
    assert bool(ending) == table.over
    for snapshot in ending:
        assert snapshot["view"] == "all"
        assert laid_out(snapshot["position"])["piles"]["s"] == [
            [card, False] for card in show_position(table.state.game, View.ALL)["stock"]
        ]


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
    part = heard(table.news(first, role))[0]["events"]
    table.catch_up(events)
    rest = heard(table.news(second, role))[0]["events"]
    assert part + rest == heard(table.news(first, role))[0]["events"]


@given(streams(), roles)
def test_only_the_player_is_told_what_is_legal(events: list[Event], role: str):
    table = Table(GAME, events, ANA)
    legal = list(table.state.game.legal())
    snapshot, news = json.loads(table.snapshot(role)), heard(table.news(1, role))[0]
    assert snapshot["legal"] == (legal if role == PLAYER else [])
    assert news.get("legal") == (legal if role == PLAYER else None)
