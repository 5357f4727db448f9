"""A result row is written in the transaction of the event that ends the game, one per game, exactly once."""

import pytest

from replays import results
from replays.models import DealCount, Game, Result
from solitaire.live.table import stream_of
from solitaire.log import milestones, store, writer
from solitaire.log.event import Append, Milestone, NewEvent
from solitaire.players.models import Player
from tests.replays import seed
from tests.replays.seed import LOST, WON, Clock, line


def test_a_dealt_game_has_a_row_and_no_result(ana: Player, clock: Clock) -> None:
    game = Game.objects.get(pk=seed.deal(ana, WON))
    assert (game.owner, game.code, game.dealt_at, game.over, game.first) == (ana, WON, clock.ms, False, True)
    assert not Result.objects.exists()


def test_a_won_game_has_one_result_with_its_figures(ana: Player, clock: Clock) -> None:
    game_id = seed.win(ana, WON, clock, 83.456)
    result = Result.objects.get()
    assert (result.pk, result.owner, result.outcome) == (game_id, ana, "won")
    assert (result.time_ms, result.moves, result.score, result.home) == (83_456, 90, 570, 52)
    assert (result.take_back, result.hinted, result.game.over) == (False, False, True)


def test_a_resigned_game_keeps_its_figures(ana: Player, clock: Clock) -> None:
    seed.move(seed.deal(ana, WON), *line(WON)[:30], "h", "x")
    result = Result.objects.get()
    assert (result.outcome, result.moves, result.hinted) == ("resigned", 30, True)
    assert result.home < 52


def test_a_lost_game_that_is_undone_out_of_has_none_until_it_ends_again(ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, LOST)
    seed.move(game_id, *line(LOST))
    assert (Result.objects.get().outcome, Game.objects.get().over) == ("lost", False)
    seed.move(game_id, "u")
    assert not Result.objects.exists()
    clock.ms += 5000
    seed.move(game_id, "y")
    assert Result.objects.get().time_ms == 5000


def test_a_lost_game_that_is_closed_keeps_the_result_it_had(ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, LOST)
    seed.move(game_id, *line(LOST))
    clock.ms += 60_000
    seed.close(game_id)
    result = Result.objects.get()
    assert (result.outcome, result.time_ms, result.game.over) == ("lost", 0, True)


def test_a_game_the_site_closes_is_resigned(ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, WON)
    clock.ms += 60_000
    seed.close(game_id)
    result = Result.objects.get()
    assert (result.outcome, result.time_ms, result.game.over) == ("resigned", 60_000, True)


def test_a_repeated_command_writes_nothing_again(ana: Player, clock: Clock) -> None:
    game_id = seed.deal(ana, WON)
    events = store.read(stream_of(game_id))
    state = seed.fold(game_id, events)
    state.game = state.game.play("x").game
    append = Append(
        stream_of(game_id), 1, (NewEvent("move", "x"),), ana.pk, "the-same-command", Milestone("game-ended", state)
    )
    first = writer.current().submit(append).result()
    clock.ms += 1000
    assert writer.current().submit(append).result() == first
    assert Result.objects.get().time_ms == 0


def test_a_listener_that_fails_leaves_neither_event_nor_row(ana: Player, clock: Clock, monkeypatch) -> None:
    game_id = seed.deal(ana, WON)
    seed.move(game_id, *line(WON)[:-1])

    def fail(state: object, events: object) -> None:
        raise RuntimeError("a board is broken")

    monkeypatch.setitem(milestones._listeners, "game-ended", [results.ended, fail])
    with pytest.raises(RuntimeError, match="a board is broken"):
        seed.move(game_id, line(WON)[-1])
    assert not Result.objects.exists()
    assert store.head(stream_of(game_id)).version == len(line(WON))


def test_attempts_and_wins_of_a_deal_are_counted(ana: Player, ben: Player, clock: Clock) -> None:
    seed.win(ana, WON, clock, 60)
    seed.win(ben, WON, clock, 70)
    seed.move(seed.deal(ben, WON), "x")
    counts = DealCount.objects.get()
    assert (counts.code, counts.attempts, counts.wins) == (WON, 3, 2)
