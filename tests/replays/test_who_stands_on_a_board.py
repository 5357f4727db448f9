"""One row a player, their best; hints and take-backs decide what may stand; a first attempt is about the 52 cards."""

import pytest

from replays import boards
from replays.models import Board, BoardRow, Game
from solitaire.players.models import Player
from solitaire.rules.deals import Deal
from tests.replays import seed
from tests.replays.seed import WON, WON_STANDARD, Clock, line


def games_on(code: str) -> dict[str, list[str]]:
    return {board: [line.row.game_id for line in boards.read(code, board).lines] for board in Board.values}


def test_a_win_stands_on_all_three_boards_with_its_figures(ana: Player, clock: Clock) -> None:
    game_id = seed.win(ana, WON, clock, 61.5)
    assert games_on(WON) == {"fastest": [game_id], "moves": [game_id], "score": [game_id]}
    (line,) = boards.read(WON, "score").lines
    assert (line.place, line.time_ms, line.moves, line.score, line.row.first) == (1, 61_500, 90, 570, True)


def test_each_board_has_a_players_best_by_its_own_measure(ana: Player, clock: Clock) -> None:
    short = seed.win(ana, WON, clock, 100)
    quick = seed.win(ana, WON, clock, 50, ("d", "u", *line(WON)))
    assert games_on(WON) == {"fastest": [quick], "moves": [short], "score": [quick]}


def test_a_hinted_game_stands_on_no_board(ana: Player, clock: Clock) -> None:
    seed.win(ana, WON, clock, 60, ("h", *line(WON)))
    assert not BoardRow.objects.exists()


@pytest.mark.parametrize("code", [WON, WON.replace("N-", "V-")])
def test_in_normal_and_vegas_a_take_back_keeps_a_game_off_the_score_board(code: str) -> None:
    win = boards.Win(
        code, "ana", "g", 1, 1, 1, 1, take_back=True, sealed=False, first=True, ruleset=Deal.parse(code).ruleset
    )
    assert [row.board for row in boards.best([win])] == ["fastest", "moves"]


def test_a_players_best_score_is_then_that_of_another_game(ana: Player, clock: Clock) -> None:
    clean = seed.win(ana, WON, clock, 300)
    taken_back = seed.win(ana, WON, clock, 60, seed.with_take_back(WON))
    assert games_on(WON) == {"fastest": [taken_back], "moves": [clean], "score": [clean]}


def test_a_take_back_that_was_undone_keeps_it_on(ana: Player, clock: Clock) -> None:
    game_id = seed.win(ana, WON, clock, 60, seed.with_take_back(WON, undone=True))
    assert games_on(WON)["score"] == [game_id]


def test_in_standard_a_take_back_has_cost_its_points_and_stands(ana: Player, clock: Clock) -> None:
    game_id = seed.win(ana, WON_STANDARD, clock, 60, seed.with_take_back(WON_STANDARD))
    assert games_on(WON_STANDARD)["score"] == [game_id]


def test_resigned_and_lost_games_stand_nowhere(ana: Player, clock: Clock) -> None:
    seed.move(seed.deal(ana, WON), *line(WON)[:60], "x")
    seed.move(seed.deal(ana, seed.LOST), *line(seed.LOST))
    assert not BoardRow.objects.exists()


def test_a_first_attempt_is_about_the_cards_under_whatever_code(ana: Player, clock: Clock) -> None:
    deal = Deal.parse(WON)
    other_code = Deal("KL", "1", 1, "V", deal.letters).code
    same_cards = seed.deal(ana, other_code)
    clock.ms += 1000
    won = seed.win(ana, WON, clock, 60)
    assert Game.objects.get(pk=same_cards).first
    assert not Game.objects.get(pk=won).first
    assert not boards.read(WON, "fastest").lines[0].row.first


def test_the_same_cards_as_a_deck_brought_from_elsewhere_are_no_first_attempt(ana: Player, clock: Clock) -> None:
    from solitaire.rules.deals import deal_of_deck

    brought = deal_of_deck(Deal.parse(WON).deck, "KL", 3, "N").code
    seed.win(ana, brought, clock, 60, line(WON))
    second = seed.win(ana, WON, clock, 60)
    assert not Game.objects.get(pk=second).first
    assert boards.read(brought, "fastest").lines[0].row.first


def test_a_clock_that_was_put_back_makes_the_earlier_dealt_the_first(ana: Player, clock: Clock) -> None:
    later = seed.win(ana, WON, clock, 60)
    clock.ms -= 3_600_000
    earlier = seed.deal(ana, WON)
    assert set(Game.objects.filter(first=True).values_list("pk", flat=True)) == {earlier}
    row = BoardRow.objects.get(board="fastest", best=True)
    assert (row.game_id, row.first) == (later, False)
