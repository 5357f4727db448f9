import pytest

from solitaire.rules.deals import Deal
from solitaire.rules.game import Game, fold, start
from solitaire.rules.rulesets import rules_of

from .tables import play, table
from .walks import recorded

FORMS = ["D1N", "D3N", "D1V", "D3V", "D1S", "D3S", "D1C", "D3C"]


def form_table(form: str, *columns: str, **rest: object) -> Game:
    return table(*columns, code=f"KL1-{form}-AAAAAAA", **rest)


def by_rule_set(form: str, **points: int) -> int:
    return points[form[-1]]


@pytest.mark.parametrize("form", FORMS)
def test_a_game_starts_at_zero_and_in_vegas_52_dollars_down(form: str):
    assert start(Deal.parse(f"KL1-{form}-AAAAAAA")).position.score == by_rule_set(form, N=0, V=-52, S=0, C=0)


@pytest.mark.parametrize("form", FORMS)
def test_a_card_sent_home(form: str):
    expected = by_rule_set(form, N=10, V=5, S=10, C=1)
    assert form_table(form, "2S AS").play("1f").change.points == expected
    assert form_table(form, "2S", waste="AS").play("wf").change.points == expected


@pytest.mark.parametrize("form", FORMS)
def test_a_waste_card_put_on_a_column(form: str):
    assert form_table(form, "2S", waste="AH").play("w1").change.points == by_rule_set(form, N=5, V=0, S=5, C=0)


@pytest.mark.parametrize("form", FORMS)
def test_a_face_down_card_turned_up(form: str):
    expected = by_rule_set(form, N=5, V=0, S=5, C=0)
    assert form_table(form, "9h AH", "2S").play("12").change.points == expected
    home = by_rule_set(form, N=10, V=5, S=10, C=1)
    assert form_table(form, "9h AH", "2S").play("1f").change.points == expected + home


@pytest.mark.parametrize("form", FORMS)
def test_cards_moved_between_columns_and_drawn_are_worth_nothing(form: str):
    assert form_table(form, "AH", "2S").play("12").change.points == 0
    assert form_table(form, "2S", stock="4H").play("d").change.points == 0


@pytest.mark.parametrize("form", [form for form in FORMS if form[-1] != "C"])
def test_a_card_taken_back(form: str):
    game = form_table(form, "5H", home="S4", score=50)
    assert game.play("S1").change.points == by_rule_set(form, N=0, V=0, S=-15)


@pytest.mark.parametrize(
    ("form", "points"),
    [("D1N", [-100] * 4), ("D3N", [-100] * 4), ("D1S", [-100] * 4), ("D3S", [0, 0, -20, -20]), ("D3C", [0, 0])],
)
def test_recycles(form: str, points: list[int]):
    game = form_table(form, "8S", "7H", stock="2C", score=1000)
    taken = []
    for _ in points:
        step = play(game, "d").play("r")
        taken.append(step.change.points)
        game = step.game
    assert taken == points


@pytest.mark.parametrize("form", ["D1N", "D3N", "D1S", "D3S"])
def test_the_score_stops_at_zero_and_an_undo_gives_back_only_what_was_lost(form: str):
    game = form_table(form, "8S", "7H", waste="2C", score=15, recycles=2)
    step = game.play("r")
    assert (step.change.points, step.game.position.score) == (-15, 0)
    undone = step.game.play("u")
    assert (undone.change.points, undone.game.position.score) == (15, 15)
    redone = undone.game.play("y")
    assert (redone.change.points, redone.game.position.score) == (-15, 0)


def test_a_take_back_in_standard_stops_at_zero():
    step = form_table("D1S", "5H", home="S4", score=10).play("S1")
    assert (step.change.points, step.game.position.score) == (-10, 0)


def test_vegas_has_no_floor():
    assert form_table("D1V", "2S", waste="AH", score=-52).play("w1").game.position.score == -52


def test_a_won_vegas_game_without_a_take_back_ends_at_208_and_is_positive_from_the_eleventh_card():
    game = form_table("D1V", "KS", home="S12 H13 D13 C13", score=-52 + 51 * 5).play("1f").game
    assert (game.status, game.position.score) == ("won", 208)
    scores = {}
    game = form_table("D1V", "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", score=-52)
    while game.position.columns[0]:
        game = game.play("1f").game
        scores[game.cards_home] = game.position.score
    assert scores[10] < 0 < scores[11]


def is_won_without_take_back(deal: Deal, moves: list[str]) -> bool:
    return fold(deal, moves).status == "won" and not {move[0] for move in moves} & {*"SHDCuy"}


WON = [(deal, moves) for deal, moves in recorded() if deal.ruleset == "N" and is_won_without_take_back(deal, moves)]


@pytest.mark.parametrize(("deal", "moves"), WON, ids=[deal.code for deal, _ in WON])
def test_a_won_normal_game_without_a_take_back_totals_what_the_rules_say(deal: Deal, moves: list[str]):
    game, to_columns, lost = start(deal), 0, 0
    for move in moves:
        step = game.play(move)
        to_columns += move[0] == "w" and move != "wf"
        lost -= step.change.points if move == "r" else 0
        game = step.game
    assert game.position.score == (520 if deal.family == "TF" else 625) + 5 * to_columns - lost


def test_such_games_of_both_families_are_among_the_examples():
    assert {deal.family for deal, _ in WON} == {"KL", "TF"}


@pytest.mark.parametrize("form", ["D1N", "D1V", "D3S", "D3C"])
def test_a_score_counts_points_dollars_or_cards_home(form: str):
    rule_set = rules_of(1).sets[form[-1], int(form[1])]
    assert rule_set.shown == by_rule_set(form, N="points", V="dollars", S="points", C="cards home")
