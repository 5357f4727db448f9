"""An account that absorbs a guest: bests over both, first attempts judged anew."""

from replays import boards
from replays.models import BoardRow, Game, Result
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from tests.replays import seed
from tests.replays.seed import WON, WON_ONE, Clock, line


def test_all_games_and_results_belong_to_the_account_and_keep_who_played(
    ana: Player, guest: Player, clock: Clock
) -> None:
    game_id = seed.win(guest, WON, clock, 60)
    absorb(guest, ana)
    game = Game.objects.get(pk=game_id)
    assert (game.owner, game.player, game.result.owner) == (ana, guest.pk, ana)


def test_the_account_stands_once_with_the_best_of_both(ana: Player, guest: Player, clock: Clock) -> None:
    slow = seed.win(ana, WON, clock, 300)
    quick = seed.win(guest, WON, clock, 60, ("d", "u", *line(WON)))
    absorb(guest, ana)
    fastest, moves = (boards.read(WON, board).lines for board in ("fastest", "moves"))
    assert [(line.row.owner, line.row.game_id) for line in fastest] == [(ana, quick)]
    assert [(line.row.owner, line.row.game_id) for line in moves] == [(ana, slow)]


def test_the_earliest_attempt_over_both_is_the_first(ana: Player, guest: Player, clock: Clock) -> None:
    guests = seed.win(guest, WON, clock, 60)
    accounts = seed.win(ana, WON, clock, 30)
    assert Game.objects.filter(first=True).count() == 2
    absorb(guest, ana)
    assert list(Game.objects.filter(first=True)) == [Game.objects.get(pk=guests)]
    row = BoardRow.objects.get(board="fastest", best=True)
    assert (row.game_id, row.first) == (accounts, False)


def test_a_first_attempt_under_another_code_is_taken_into_account(ana: Player, guest: Player, clock: Clock) -> None:
    seed.deal(guest, WON.replace("D3N", "D1V"))
    clock.ms += 1000
    seed.win(ana, WON, clock, 30)
    absorb(guest, ana)
    assert not BoardRow.objects.get(board="fastest", best=True).first


def test_a_game_that_was_open_ends_for_the_account(ana: Player, guest: Player, clock: Clock) -> None:
    game_id = seed.deal(guest, WON_ONE)
    absorb(guest, ana)
    clock.ms += 45_000
    seed.move(game_id, *line(WON_ONE))
    assert Result.objects.get().owner == ana
    assert [line.row.owner for line in boards.read(WON_ONE, "fastest").lines] == [ana]


def test_a_game_dealt_to_the_guest_after_all_is_the_accounts(ana: Player, guest: Player, clock: Clock) -> None:
    seed.deal(ana, WON)
    absorb(guest, ana)
    clock.ms += 1000
    late = Game.objects.get(pk=seed.deal(guest, WON))
    assert (late.owner, late.player, late.first) == (ana, guest.pk, False)
