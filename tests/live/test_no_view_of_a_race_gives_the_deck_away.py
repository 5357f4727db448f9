"""For any game in any kind of race: no byte for anybody tells of a card or a code that they may not know."""

import json
import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire.live.feed import show_events, show_game
from solitaire.live.sight import RaceFacts, Role, Secrecy, Sight
from solitaire.live.table import TableState, fold
from solitaire.live.tables import PLAYER, Table
from solitaire.log.event import Event
from solitaire.rules.cards import NAMES
from solitaire.rules.deals import Deal, deal_of_deck
from solitaire.rules.game import start
from solitaire.rules.views import View, show_position
from tests.live.streams import ANA, DEALT_AT, GAME, event, streams
from tests.rules.test_who_sees_what import hidden

FACE = re.compile(r"\b[A2-9TJQK][SHDC]\b", re.IGNORECASE)
SECRET = (Secrecy.FRIENDLY, Secrecy.RATED, Secrecy.GHOSTS)
RACE = "r" * 12
LOOKS = [(secrecy, role) for secrecy in (Secrecy.RACE, *SECRET) for role in Role]


def facts(secrecy: Secrecy) -> RaceFacts:
    return RaceFacts(secrecy, settled=False, undo=True, hints=True, starts_at=DEALT_AT, ends_at=2**60)


def raced(events: list[Event], code: str | None = None) -> list[Event]:
    """The same game, dealt in a race."""
    data = events[0].data | {"race": RACE, "start": DEALT_AT}
    return [event(1, "dealt", data | ({"code": code} if code else {}), DEALT_AT), *events[1:]]


def sight_of(state: TableState, secrecy: Secrecy, role: Role) -> Sight:
    return facts(secrecy).sight(state.game, role)


def everything_shown(events: list[Event], secrecy: Secrecy, role: Role) -> str:
    """All that somebody in that role is sent of the game, by the API and, where they may sit at it, by the socket."""
    state = fold(GAME, events)
    sight = sight_of(state, secrecy, role)
    shown = [show_game(state, ANA, sight), show_position(state.game, sight.view)]
    texts = [json.dumps([*shown, *show_events(GAME, events, sight.view)])]
    if role is Role.PLAYER:
        table = Table(GAME, events, ANA, facts(secrecy))
        texts += [re.sub(r'"now":\d+', "", text) for text in (table.snapshot(PLAYER), *table.news(0, PLAYER))]
    return "\n".join(texts)


def seen_by_the_player(events: list[Event]) -> set[str]:
    """Every card that has ever lain face up."""
    seen: set[int] = set()
    for version in range(1, len(events) + 1):
        seen |= set(range(52)) - hidden(fold(GAME, events[:version]).game.position)
    return {NAMES[card] for card in seen}


def cards_that_passed(events: list[Event]) -> set[str]:
    """Cards of a recycled waste, or of draws, that a look between two moves does not find."""
    shown = show_events(GAME, events, View.OWNER)
    return {card for step in shown for carry in step.get("carry", ()) for card in carry["cards"]}


@settings(deadline=None, max_examples=30)
@given(streams(), st.sampled_from(LOOKS))
def test_no_card_is_named_that_the_player_has_not_seen_and_none_at_all_where_faces_are_hidden(
    events: list[Event], look: tuple[Secrecy, Role]
):
    events = raced(events)[:80]
    named = {name.upper() for name in FACE.findall(everything_shown(events, *look))}
    view = sight_of(fold(GAME, events), *look).view
    assert view is not View.ALL
    assert named <= (seen_by_the_player(events) | cards_that_passed(events) if view is View.OWNER else set())


@settings(deadline=None, max_examples=30)
@given(streams(), st.sampled_from(SECRET), st.sampled_from(Role))
def test_no_spelling_of_a_secret_code_is_in_it(events: list[Event], secrecy: Secrecy, role: Role):
    events = raced(events)
    deal = Deal.parse(events[0].data["code"])
    shown = everything_shown(events, secrecy, role).replace(ANA.id, "").lower().replace("-", "")
    for secret in (deal.code, deal.letters, deal.deck_key):
        assert secret.lower().replace("-", "") not in shown


@settings(deadline=None, max_examples=30)
@given(streams(), st.sampled_from(SECRET), st.sampled_from(Role), st.randoms(use_true_random=False))
def test_cards_nobody_has_seen_swapped_among_themselves_change_no_byte(
    events: list[Event], secrecy: Secrecy, role: Role, chance: random.Random
):
    events = raced(events)[:80]
    deal = Deal.parse(events[0].data["code"])
    seen = seen_by_the_player(events) | cards_that_passed(events)
    places = [place for place, card in enumerate(deal.deck) if NAMES[card] not in seen]
    deck = list(deal.deck)
    for place, other in zip(places, chance.sample(places, len(places)), strict=True):
        deck[place] = deal.deck[other]
    other = deal_of_deck(deck, deal.family, deal.draw, deal.ruleset)
    assert everything_shown(raced(events, other.code), secrecy, role) == everything_shown(events, secrecy, role)


def test_a_look_into_the_wrong_view_would_be_found():
    """The searches above find what they look for: a card face down, and a code."""
    events = raced([event(1, "dealt", {"code": "KL1-D1N-AAAAAAG", "rules": 1}, DEALT_AT)])
    state = fold(GAME, events)
    leaked = json.dumps(show_position(state.game, View.ALL))
    assert not {name.upper() for name in FACE.findall(leaked)} <= seen_by_the_player(events)
    assert "aaaaaag" in json.dumps(show_game(state, ANA, Sight(View.TOTALS, code=True))).lower()
    swapped = start(deal_of_deck(tuple(reversed(state.game.deal.deck)), "KL", 1, "N"))
    assert show_position(swapped, View.ALL) != show_position(state.game, View.ALL)
