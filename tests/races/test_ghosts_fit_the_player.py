"""Ghosts are won games of others on a deck that the player has never seen, as near to their own time as there are."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import override_settings

from solitaire.live import new_game
from solitaire.log import writer
from solitaire.log.event import NewEvent
from solitaire.players import joining
from solitaire.players.absorb import absorb
from solitaire.players.models import Player
from solitaire.races import commands, conduct, duties, ghosts, pace
from solitaire.races.commands import Way
from solitaire.races.ghosts import NobodyThere, choose
from solitaire.races.models import Flag, PaceLine, RecordedGame
from solitaire.races.race import Options, Race
from solitaire.rules.deals import Deal, deal_of_deck
from tests.races.people import account, guest
from tests.replays import seed
from tests.replays.seed import WON, Clock

pytestmark = pytest.mark.usefixtures("database")

THREE = Way("KL", 3, "N")
OTHER = "KL1-D3N-IMSMFTC"
"""Another deal with a line that wins it."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time the log writes, which tests set."""
    clock = Clock()
    monkeypatch.setattr(writer, "now", clock)
    return clock


@pytest.fixture(autouse=True)
def no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody searches for a line here."""
    monkeypatch.setattr(pace, "needed", lambda way: None)


@pytest.fixture
def win(clock: Clock) -> Callable[..., str]:
    """Deals a game of somebody new, or of `player`, and wins it after so many seconds; its id."""

    def win(seconds: float, code: str = WON, player: str | None = None, **more) -> str:
        who = Player.objects.get(pk=player or account(f"Player {Player.objects.count()}"))
        clock.ms += 1000
        return seed.win(who, code, clock, seconds, **more)

    return win


def chosen(player: str, way: Way = THREE) -> list[str]:
    """The games that are raced against, quickest first."""
    return [lane.game for lane in choose(player, way).lanes]


def test_a_game_somebody_else_has_won_is_a_ghost(win):
    game = win(240)
    field = choose(guest(), THREE)
    (lane,) = field.lanes
    row = RecordedGame.objects.get()
    assert (field.deal.code, lane.kind, lane.game, lane.player) == (WON, "ghost", game, row.player)
    assert lane.at == row.ended_at


def test_nobody_is_there_on_a_new_site():
    with pytest.raises(NobodyThere):
        choose(guest(), THREE)


@pytest.mark.parametrize("way", [Way("KL", 1, "N"), Way("KL", 3, "V"), Way("TF", 3, "N")])
def test_a_ghost_has_played_the_same_way(win, way: Way):
    win(240)
    with pytest.raises(NobodyThere):
        choose(guest(), way)


def test_nobody_races_against_themselves(win):
    ana = guest()
    win(240, player=ana)
    with pytest.raises(NobodyThere):
        choose(ana, THREE)


def test_a_game_that_was_not_won_or_was_won_with_a_hint_is_no_ghost(win, clock: Clock):
    ben = Player.objects.get(pk=guest())
    seed.move(seed.deal(ben, WON), "d", "x")
    win(240, moves=("h", *seed.line(WON)))
    assert not RecordedGame.objects.exists()


# --- decks the player has seen ---


def dealt(player: str, code: str) -> str:
    return new_game.deal_game(player, Deal.parse(code))


def under_another_code(code: str) -> str:
    deal = Deal.parse(code)
    return deal_of_deck(deal.deck, "TF", 1, "N").code


@pytest.mark.parametrize("known_as", [lambda code: code, under_another_code], ids=["the same code", "another code"])
def test_a_deck_the_player_was_dealt_is_never_offered_whatever_its_code(win, known_as):
    ana = guest()
    win(240)
    dealt(ana, known_as(WON))
    with pytest.raises(NobodyThere):
        choose(ana, THREE)


def test_a_deck_that_was_dealt_to_a_guest_the_player_has_been_is_never_offered(win):
    before, ana = joining.new_guest(), Player.objects.create_account("Ana", None)
    win(240)
    dealt(before.pk, WON)
    absorb(before, ana)
    with pytest.raises(NobodyThere):
        choose(ana.pk, THREE)


def test_a_deck_of_a_race_on_a_known_code_that_never_started_is_never_offered(win):
    ana = guest()
    win(240)
    commands.create(ana, Options("KL", 3, "N", seats=2), Deal.parse(WON))
    with pytest.raises(NobodyThere):
        choose(ana, THREE)


def test_a_deck_of_a_race_that_is_secret_still_is_never_offered(win):
    ana = guest()
    win(240)
    race = ghosts.race_against_ghosts(ana, THREE)
    start(race)
    with pytest.raises(NobodyThere):
        choose(ana, THREE)


def start(race: Race) -> Race:
    """Start a race, and deal its cards."""
    at = seed.NOON + 10_000_000
    begun = [
        NewEvent("countdown", {"at": at}),
        NewEvent("started", {"at": at, "ends_at": at + 1000, "rated": False}),
    ]
    race = commands.append(race, begun)
    duties.deal(race, race.seats)
    return race


def test_each_line_of_a_pace_setter_is_played_against_once(won_game: dict[str, str]):
    way = Way("KL", 3, "S")
    for code in (won_game["deal"], f"KL2-D3S-{'ABCDE-' * 3}ABCDE"):
        deal = Deal.parse(code)
        PaceLine.objects.create(code=code, deck_key=deal.deck_key, moves=["d"], found_at=1, **way._asdict())
    ana = guest()
    codes = []
    for _ in range(2):
        race = start(ghosts.race_against_ghosts(ana, way))
        codes.append(race.code)
        commands.append(race, [NewEvent("gone", {"player": ana, "why": "absent"})])
    assert len(set(codes)) == 2
    with pytest.raises(NobodyThere):
        choose(ana, way)
    assert choose(guest(), way).deal.code in codes
    assert {line.uses for line in PaceLine.objects.all()} == {1, 2}


# --- which of them ---


def test_ghosts_run_on_one_deck_at_most_three_of_them_and_one_a_person(win):
    ben = account("Ben")
    win(200, player=ben)
    win(230, player=ben)
    others = [win(seconds) for seconds in (250, 260, 300, 700)]
    games = chosen(guest())
    times = list(RecordedGame.objects.filter(pk__in=games).order_by("time_ms").values_list("time_ms", flat=True))
    assert times == [230_000, 250_000, 260_000]
    assert games[1:] == others[:2]


def test_one_is_faster_and_one_slower_rather_than_two_nearer_ones_on_one_side(win):
    nearer = [win(seconds) for seconds in (245, 250, 255, 260)]
    faster = win(120)
    games = chosen(guest())
    assert games == [faster, *nearer[:2]]


def test_the_players_own_time_is_what_they_are_chosen_around(win):
    ana = account("Ana")
    for seconds in (90, 100, 900):
        win(seconds, OTHER, player=ana)
    win(240)
    near = win(110)
    win(1000)
    assert chosen(ana)[0] == near


def test_the_deck_whose_ghosts_are_nearest_is_chosen(win, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ghosts, "FITTING", 1)
    win(700)
    nearest = win(250, OTHER)
    assert chosen(guest()) == [nearest]


def test_a_time_that_is_another_world_is_no_match(win):
    win(79)
    win(721)
    with pytest.raises(NobodyThere):
        choose(guest(), THREE)
    with override_settings(RACES={**settings.RACES, "par_s": 100}):
        assert len(chosen(guest())) == 1


# --- fair ones ---


def flag(game: str) -> None:
    conduct.report(game, Flag.Kind.SAME_ADDRESS, RecordedGame.objects.get(pk=game).player, "", {"racers": 2})


def test_a_game_that_was_found_unfair_is_no_ghost_until_that_is_taken_back(win):
    game = win(240)
    flag(game)
    assert chosen(guest()) == [game]
    conduct.resolve(game, Flag.Kind.SAME_ADDRESS, "confirmed", "seen it", "op")
    with pytest.raises(NobodyThere):
        choose(guest(), THREE)
    conduct.resolve(game, Flag.Kind.SAME_ADDRESS, "cleared", "was wrong", "op")
    assert chosen(guest()) == [game]
