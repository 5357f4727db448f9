"""What a player has done: kept as games begin, end, settle and come along, and the same when counted anew."""

import random

import pytest

from replays import profiles, tallies
from replays.models import PlayerDeal, PlayerWay, Result
from solitaire.players import joining
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from tests.replays import raced, seed
from tests.replays.seed import LOST, WON, WON_ONE, WON_THOUGHTFUL, Clock, line


def way_of(player: Player, code: str) -> PlayerWay:
    """The figures of a player under the way to play of a deal code."""
    ways = profiles.by_way(profiles.figures_of(player.pk).ways)
    return ways[code[:2], int(code[5]), code[6]]


def test_a_game_counts_once_it_has_a_first_move(ana: Player, clock: Clock) -> None:
    game = seed.deal(ana, WON)
    seed.move(game, "h")
    assert profiles.figures_of(ana.pk).played == 0
    seed.move(game, line(WON)[0])
    figures = profiles.figures_of(ana.pk)
    assert (figures.played, figures.unfinished, figures.won) == (1, 1, 0)
    seed.move(game, "u", "x")
    figures = profiles.figures_of(ana.pk)
    assert (figures.played, figures.unfinished, figures.won) == (1, 0, 0)


def test_a_game_given_up_before_its_first_move_never_counts(ana: Player, clock: Clock) -> None:
    seed.win(ana, WON, clock, 60)
    seed.move(seed.deal(ana, WON_ONE), "x")
    seed.close(seed.deal(ana, WON_ONE))
    figures = profiles.figures_of(ana.pk)
    assert (figures.played, figures.streak) == (1, 1)


def test_wins_and_times_stand_under_the_way_they_were_played(ana: Player, clock: Clock) -> None:
    slow = seed.win(ana, WON, clock, 90)
    quick = seed.win(ana, WON, clock, 60)
    seed.win(ana, WON, clock, 30, ("h", *line(WON)))
    seed.win(ana, WON_THOUGHTFUL, clock, 45)
    way = way_of(ana, WON)
    assert (way.played, way.won, way.percent, way.average_ms) == (3, 3, 100, 60_000)
    assert (way.best_ms, way.best_game) == (60_000, quick)
    assert way_of(ana, WON_THOUGHTFUL).best_ms == 45_000
    assert slow != quick


def test_a_lost_game_is_not_finished_until_it_is_closed(ana: Player, clock: Clock) -> None:
    seed.win(ana, WON, clock, 60)
    clock.ms += 1000
    lost = seed.deal(ana, LOST)
    seed.move(lost, *line(LOST))
    assert (profiles.figures_of(ana.pk).unfinished, profiles.figures_of(ana.pk).streak) == (1, 1)
    clock.ms += 1000
    seed.win(ana, WON, clock, 60)
    assert profiles.figures_of(ana.pk).streak == 2
    seed.close(lost)
    figures = profiles.figures_of(ana.pk)
    assert (figures.unfinished, figures.streak, figures.best_streak) == (0, 1, 1)


def test_what_an_operator_has_to_look_at_does_not_count_until_then(ana: Player, clock: Clock) -> None:
    best = seed.win(ana, WON, clock, 60)
    seed.win(ana, WON, clock, 90)

    def review(what: str) -> profiles.Figures:
        before, after = (Result.objects.select_related("game").get(pk=best) for _ in range(2))
        after.review = what
        after.save()
        tallies.change(after.game, before, after)
        return profiles.figures_of(ana.pk)

    for what in ("waiting", "unfair"):
        figures = review(what)
        assert (figures.played, figures.won, figures.streak, way_of(ana, WON).best_ms) == (1, 1, 1, 90_000)
        assert kept() == counted_anew()
    figures = review("")
    assert (figures.played, figures.won, figures.streak, way_of(ana, WON).best_ms) == (2, 2, 2, 60_000)
    assert kept() == counted_anew()


def test_games_of_a_secret_race_count_once_it_has_settled(ana: Player, ben: Player, clock: Clock) -> None:
    race = raced.begin(clock, [ana, ben])
    won = raced.win(clock, race, ana, 60)
    seed.move(raced.game_of(race, ben), "d")
    clock.ms += 1000
    lost = seed.deal(ana, WON_ONE)
    seed.move(lost, line(WON_ONE)[0], "x")
    assert profiles.figures_of(ana.pk).won == 0
    raced.settle(clock, race)
    figures = profiles.figures_of(ana.pk)
    assert (figures.played, figures.won, figures.streak, figures.best_streak) == (2, 1, 0, 1)
    assert profiles.figures_of(ben.pk).played == 1
    places = [(row.owner_id, row.place, row.racers) for row in profiles.races_of(ana.pk) + profiles.races_of(ben.pk)]
    assert places == [(ana.pk, 1, 2), (ben.pk, 2, 2)]
    assert won


def test_favourites_are_the_deals_played_most(ana: Player, clock: Clock) -> None:
    for code, times in ((WON, 2), (WON_ONE, 3), (WON_THOUGHTFUL, 1)):
        for _ in range(times):
            clock.ms += 1000
            seed.move(seed.deal(ana, code), line(code)[0], "x")
    assert [(deal.code, deal.played) for deal in profiles.favourites(ana.pk)] == [(WON_ONE, 3), (WON, 2)]


def kept() -> list[list[tuple]]:
    """Every row that is kept of players' figures."""
    return [
        sorted(PlayerWay.objects.values_list()),
        sorted(PlayerDeal.objects.values_list()),
        sorted(Result.objects.values_list("pk", "streak"), key=str),
    ]


def counted_anew() -> list[list[tuple]]:
    """The same, from all games."""
    PlayerWay.objects.all().delete()
    PlayerDeal.objects.all().delete()
    Result.objects.update(streak=None)
    tallies.rebuild()
    return kept()


@pytest.mark.parametrize("chance", range(3))
def test_random_histories_are_counted_as_if_all_at_once(ana: Player, ben: Player, clock: Clock, chance: int) -> None:
    dice = random.Random(chance)
    guest = joining.new_guest()
    open_lost: list[str] = []
    race = raced.begin(clock, [ana, ben])
    for turn in range(36):
        clock.ms += dice.choice((0, 1000, -500))
        player = dice.choice((ana, ben, guest))
        match dice.choice("wwwlxchu"):
            case "w":
                seed.win(player, dice.choice((WON, WON_THOUGHTFUL)), clock, dice.randint(1, 5))
            case "l":
                open_lost.append(seed.deal(player, LOST))
                seed.move(open_lost[-1], *line(LOST))
            case "u" if open_lost:
                seed.move(open_lost[-1], "u", *dice.choice(((), ("y",), ("x",))))
                if Result.objects.filter(pk=open_lost[-1], outcome="resigned").exists():
                    open_lost.pop()
            case "c" if open_lost:
                seed.close(open_lost.pop(0))
            case "h":
                seed.win(player, WON, clock, 2, ("h", *line(WON)))
            case _:
                seed.move(seed.deal(player, WON_ONE), line(WON_ONE)[0], "x")
        if turn == 12:
            raced.win(clock, race, ana, 5)
        if turn == 24:
            absorb(guest, ana)
            guest = joining.new_guest()
    raced.settle(clock, race)
    lived = kept()
    assert lived == counted_anew()
    results = Result.objects.filter(owner=ana, streak__isnull=False).order_by("ended_at", "game")
    run, best = 0, 0
    for outcome in results.values_list("outcome", flat=True):
        run = run + 1 if outcome == "won" else 0
        best = max(best, run)
    figures = profiles.figures_of(ana.pk)
    assert (figures.streak, figures.best_streak) == (run, best)
