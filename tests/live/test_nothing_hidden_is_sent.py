"""No byte sent before a game is over tells of a card that lies face down and has never been turned."""

import json
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire.live.tables import PLAYER, WATCHER, Table
from solitaire.log.event import Event
from solitaire.rules.cards import NAMES
from solitaire.rules.game import Game
from tests.live.streams import ANA, GAME, streams

FACE = re.compile(r"\b(?:[A2-9TJQK][SHDC])\b", re.IGNORECASE)


def face_up(game: Game) -> set[str]:
    position = game.position
    up = {card for column, down in zip(position.columns, position.down, strict=True) for card in column[down:]}
    home = {suit * 13 + rank for suit, count in enumerate(position.foundations) for rank in range(count)}
    return {NAMES[card] for card in up | home | set(position.waste)}


def faces_in(text: str) -> set[str]:
    """Every card named in a message, apart from where it says what game this is."""
    message = json.loads(text)
    message.pop("game", None)
    message.pop("legal", None)
    return {name.upper() for name in FACE.findall(json.dumps(message))}


@settings(deadline=None, max_examples=40)
@given(streams(), st.sampled_from((PLAYER, WATCHER)))
def test_everybody_is_told_of_no_card_but_those_that_have_been_face_up(events: list[Event], role: str):
    table = Table(GAME, events[:1], ANA)
    been_up = face_up(table.state.game)
    for version in range(1, len(events) + 1):
        table.catch_up(events[:version])
        been_up |= face_up(table.state.game)
        if table.over:
            break
        if version % 7:
            continue
        assert faces_in(table.snapshot(role)) <= face_up(table.state.game)
        for text in table.news(max(1, version - 8), role):
            assert faces_in(text) <= been_up


@given(streams())
def test_a_lost_game_stays_hidden_until_it_is_closed(events: list[Event]):
    table = Table(GAME, events, ANA)
    expected = "all" if table.over else "owner"
    assert json.loads(table.snapshot(WATCHER))["view"] == expected
