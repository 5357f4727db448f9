import json

import pytest

from solitaire.rules.deals import BadCode, Deal
from solitaire.rules.game import fold, start
from solitaire.rules.moves import Refused
from solitaire.rules.views import View, show_position

from .tables import EXAMPLES, examples

DEALS = json.loads((EXAMPLES / "deals.json").read_text())


@pytest.mark.parametrize("example", examples("codes.jsonl"), ids=lambda example: repr(example["text"]))
def test_a_code_is_read_or_refused(example: dict):
    if example["code"] is None:
        with pytest.raises(BadCode):
            Deal.parse(example["text"])
    else:
        assert Deal.parse(example["text"]).code == example["code"]


@pytest.mark.parametrize("code", DEALS)
def test_a_code_deals_its_position(code: str):
    assert show_position(start(Deal.parse(code)), View.ALL) == DEALS[code]


@pytest.mark.parametrize("example", examples("games.jsonl"), ids=lambda example: example["deal"])
def test_a_game_comes_to_its_positions(example: dict):
    game = start(Deal.parse(example["deal"]))
    expected = {check["after"]: check["position"] for check in example["checks"]}
    for count, move in enumerate(example["moves"].split(), start=1):
        game = game.play(move).game
        if count in expected:
            assert show_position(game, View.ALL) == expected.pop(count), f"after move {count}"
    assert not expected


@pytest.mark.parametrize(
    "example", examples("refusals.jsonl"), ids=lambda example: f"{example['refused']}-{example['try']}"
)
def test_a_move_is_refused_with_its_code(example: dict):
    game = fold(Deal.parse(example["deal"]), example["moves"].split())
    with pytest.raises(Refused) as refused:
        game.play(example["try"])
    assert refused.value.code == example["refused"]
