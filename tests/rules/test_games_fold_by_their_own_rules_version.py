import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

import pytest

from solitaire.rules import rulesets
from solitaire.rules.deals import Deal
from solitaire.rules.game import fold, start
from solitaire.rules.rulesets import CURRENT_RULES, UnknownRules, rules_of
from solitaire.rules.views import View, show_position, show_step

from .walks import recorded

GOLDEN = "0f00d71a549795d5a9f5372ec2269ddd05a7fc6ffa2c3894227d8104b728a3a8"
"""The digest of everything the recorded games came to under the first version of the rules; it never changes."""


def everything(version: int) -> str:
    """A digest of every step and position of the recorded games."""
    digest = sha256()
    for deal, moves in recorded():
        game = start(deal, version)
        for move in moves:
            step = game.play(move)
            game = step.game
            shown = (show_step(step, View.ALL), show_position(game, View.ALL), sorted(game.legal()))
            digest.update(json.dumps(shown).encode())
    return digest.hexdigest()


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A later version, in which a card sent home under N is worth one point more."""
    first = rules_of(1)
    sets = {
        (letter, draw): replace(rule_set, home=rule_set.home + 1) if letter == "N" else rule_set
        for (letter, draw), rule_set in first.sets.items()
    }
    monkeypatch.setitem(rulesets.VERSIONS, 2, replace(first, version=2, sets=sets))
    return 2


def test_games_of_the_first_version_fold_to_the_same_bytes_for_ever():
    assert everything(1) == GOLDEN


def test_a_later_version_changes_nothing_for_games_of_the_first(planted: int):
    assert everything(1) == GOLDEN
    assert everything(planted) != GOLDEN


def test_a_game_keeps_to_its_version_from_the_deal_to_the_end(planted: int):
    deal = next(deal for deal, _ in recorded() if deal.code.startswith("KL1-D1N"))
    moves = next(moves for other, moves in recorded() if other == deal)
    game, later = fold(deal, moves, 1), fold(deal, moves, planted)
    assert (game.rules_version, later.rules_version) == (1, planted)
    assert later.position.score == game.position.score + moves.count("wf") + sum(
        m[0].isdigit() and m[1] == "f" for m in moves
    )


def test_a_planted_version_leaves_other_rule_sets_alone(planted: int):
    for deal, moves in recorded():
        if deal.ruleset != "N":
            assert fold(deal, moves, 1).position == fold(deal, moves, planted).position


def test_new_games_are_played_by_the_current_version():
    assert start(Deal.parse("KL1-D1N-AAAAAAG")).rules_version == CURRENT_RULES == 1


def test_an_unknown_version_is_refused_naming_those_known(planted: int):
    with pytest.raises(UnknownRules, match="version 3; the versions known are 1, 2"):
        start(Deal.parse("KL1-D1N-AAAAAAG"), 3)
