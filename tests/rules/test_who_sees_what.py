import json
import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire.rules.cards import NAMES
from solitaire.rules.deals import deal_of_deck
from solitaire.rules.game import Game, Step, start
from solitaire.rules.openings import openings_of
from solitaire.rules.position import Position
from solitaire.rules.views import View, show_position, show_step

from .tables import play, table
from .walks import walks

MASKED = [View.NOTHING, View.TOTALS, View.SHAPE, View.OWNER]


def as_bytes(shown: object) -> bytes:
    return json.dumps(shown, sort_keys=True).encode()


def names_in(text: bytes) -> set[str]:
    """The cards named in a text, in upper or lower case."""
    return {word.upper() for word in text.decode().split('"') if word.upper() in NAMES}


def face_down(position: Position) -> set[int]:
    columns = zip(position.columns, position.down, strict=True)
    return {card for column, down in columns for card in column[:down]}


def hidden(position: Position) -> set[int]:
    """The cards that lie face down or in the stock."""
    return face_down(position) | set(position.stock)


def seen_by_the_player(steps: Iterable[Step]) -> set[int]:
    """Every card that ever lay face up."""
    seen: set[int] = set()
    for step in steps:
        seen |= set(range(52)) - hidden(step.game.position)
        seen |= {card for carry in step.change.carries for card in carry.cards}
    return seen


# --- what each view shows ---


@pytest.fixture
def game() -> Game:
    return table("ks QH", "6H", "", "4d 3c 2H", stock="5C 9D", waste="TC 7S", home="S2 D1", score=35, recycles=1)


def test_all_shows_every_card(game: Game):
    assert show_position(game, View.ALL) == {
        "columns": [["ks", "QH"], ["6H"], [], ["4d", "3c", "2H"], [], [], []],
        "stock": ["5C", "9D"],
        "waste": ["TC", "7S"],
        "foundations": {"S": 2, "H": 0, "D": 1, "C": 0},
        "score": 35,
        "recycles": 1,
        "moves": 0,
        "status": "playing",
    }


def test_the_owner_sees_neither_face_down_cards_nor_the_stock(game: Game):
    assert show_position(game, View.OWNER) == show_position(game, View.ALL) | {
        "columns": [["??", "QH"], ["6H"], [], ["??", "??", "2H"], [], [], []],
        "stock": 2,
    }


def test_the_shape_is_how_many_cards_lie_where(game: Game):
    assert show_position(game, View.SHAPE) == {
        "columns": [[1, 1], [0, 1], [0, 0], [2, 1], [0, 0], [0, 0], [0, 0]],
        "rest": 7,
        "home": 3,
        "moves": 0,
        "status": "playing",
    }


def test_totals_are_cards_home_moves_and_status(game: Game):
    assert show_position(game, View.TOTALS) == {"home": 3, "moves": 0, "status": "playing"}


def test_nothing_is_nothing(game: Game):
    assert show_position(game, View.NOTHING) == {}
    assert show_step(game.play("d"), View.NOTHING) == {}


@pytest.mark.parametrize("view", [View.OWNER, View.ALL])
def test_a_step_shows_what_it_changed_and_how_the_game_stands(view: View):
    step = table("ks QH JS", "KC", score=20).play("12x2")
    assert show_step(step, view) == {
        "move": "12",
        "carry": [{"from": "1", "to": "2", "cards": ["QH", "JS"]}],
        "turn": {"pile": "1", "card": "KS", "up": True},
        "points": 5,
        "score": 25,
        "moves": 1,
        "recycles": 0,
        "home": 0,
        "status": "playing",
        "stuck": False,
    }


def test_an_undo_shows_the_card_that_turned_down_as_the_player_has_seen_it():
    step = play(table("ks QH", "KC"), "12").play("u")
    assert show_step(step, View.OWNER)["turn"] == {"pile": "1", "card": "KS", "up": False}
    assert show_step(step, View.SHAPE)["turn"] == {"pile": "1", "up": False}


def test_the_shape_of_a_step_has_no_face_suit_score_or_notation():
    step = table("ks AH", "KC", home="S3").play("1f")
    assert show_step(step, View.SHAPE) == {
        "carry": [{"from": "1", "to": "f", "n": 1}],
        "turn": {"pile": "1", "up": True},
        "home": 4,
        "moves": 1,
        "status": "playing",
    }
    assert show_step(table("4H", home="S3").play("S1"), View.SHAPE)["carry"] == [{"from": "f", "to": "1", "n": 1}]
    assert show_step(table(stock="4H 5H").play("d"), View.SHAPE)["carry"] == [{"from": "s", "to": "w", "n": 1}]


@pytest.mark.parametrize("move", ["h", "x"])
def test_a_step_that_moves_no_card_has_an_empty_carry(game: Game, move: str):
    shown = show_step(game.play(move), View.OWNER)
    assert (shown["move"], shown["carry"], shown["points"]) == (move, [], 0)
    assert "turn" not in shown


def test_the_site_closing_a_game_is_a_step_too(game: Game):
    shown = show_step(game.close(), View.OWNER)
    assert (shown["move"], shown["carry"], shown["status"]) == ("closed", [], "resigned")
    assert show_step(game.close(), View.TOTALS) == {"home": 3, "moves": 0, "status": "resigned"}


def test_a_game_that_is_over_is_shown_whole_where_the_view_is_all(game: Game):
    over = game.play("x").game
    assert show_position(over, View.ALL)["stock"] == ["5C", "9D"]
    assert show_position(over, View.OWNER)["stock"] == 2


def test_views_are_named_as_they_are_stored():
    assert list(View) == ["nothing", "totals", "shape", "owner", "all"]


# --- laws ---


@given(walks())
def test_what_the_owner_may_not_know_is_nowhere_in_the_bytes(steps: list[Step]):
    for step in steps[-50:]:
        named = names_in(as_bytes(show_position(step.game, View.OWNER)))
        assert not named & {NAMES[card] for card in hidden(step.game.position)}


@given(walks())
def test_a_step_names_no_card_that_the_owner_has_never_seen(steps: list[Step]):
    seen: set[str] = set()
    for step in steps:
        seen |= {NAMES[card] for card in seen_by_the_player([step])}
        assert names_in(as_bytes(show_step(step, View.OWNER))) <= seen


@given(walks())
def test_lesser_views_name_no_card_and_no_suit(steps: list[Step]):
    for step in steps[-50:]:
        for view in (View.SHAPE, View.TOTALS, View.NOTHING):
            shown = as_bytes([show_position(step.game, view), show_step(step, view)])
            assert not names_in(shown)
            assert not {*"SHDC"} & {*shown.decode()}


@given(walks(), st.randoms(use_true_random=False))
def test_hidden_cards_swapped_among_themselves_change_no_byte_of_any_masked_position(
    steps: list[Step], chance: random.Random
):
    for step in steps[-3:]:
        assert masked(with_hidden_cards_shuffled(step.game, chance)) == masked(step.game)


@given(walks(), st.randoms(use_true_random=False))
def test_cards_never_seen_swapped_among_themselves_change_no_byte_of_any_masked_game(
    steps: list[Step], chance: random.Random
):
    if not steps:
        return
    deal = steps[0].game.deal
    seen = seen_by_the_player(steps) | (set(range(52)) - hidden(start(deal).position))
    places = [place for place, card in enumerate(deal.deck) if card not in seen]
    deck = list(deal.deck)
    for place, other in zip(places, chance.sample(places, len(places)), strict=True):
        deck[place] = deal.deck[other]
    game = start(deal_of_deck(deck, deal.family, deal.draw, deal.ruleset))
    assert masked(start(deal)) == masked(game)
    for step in steps:
        again = game.play(step.move)
        game = again.game
        assert [as_bytes(show_step(again, view)) for view in MASKED] == [
            as_bytes(show_step(step, view)) for view in MASKED
        ]
    assert masked(game) == masked(steps[-1].game)


def masked(game: Game) -> tuple[object, ...]:
    """All that anybody may be told of a game that is going on."""
    return (*(as_bytes(show_position(game, view)) for view in MASKED), game.legal(), game.stuck)


def with_hidden_cards_shuffled(game: Game, chance: random.Random) -> Game:
    """The same game, but for the cards that lie face down or in the stock, which change places."""
    position = game.position
    pool = sorted(hidden(position))
    chance.shuffle(pool)
    columns = tuple(
        (*(pool.pop() for _ in range(down)), *column[down:])
        for column, down in zip(position.columns, position.down, strict=True)
    )
    position = position._replace(columns=columns, talon=(*position.waste, *pool))
    return game._replace(position=position, openings=openings_of(position, game.rule_set))
