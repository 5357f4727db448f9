"""At the end of a race every game that is open still, a lost one too, is closed first: nothing can be played after."""

import pytest

from solitaire.live.new_game import close_game
from solitaire.live.table import fold, read_game, stream_of
from solitaire.log import writer
from solitaire.log.event import Append, NewEvent
from solitaire.log.store import Conflict
from solitaire.players.models import Player
from solitaire.races import duties
from solitaire.races.race import Race
from solitaire.rules.deals import Deal
from tests.races.people import account, kinds
from tests.replays import raced, seed
from tests.replays.seed import LOST, Clock, line

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time the log writes, which tests set."""
    clock = Clock()
    monkeypatch.setattr(writer, "now", clock)
    return clock


@pytest.fixture
def race(clock: Clock) -> Race:
    """A race in its last second: the first has just lost, the second plays, and the third has given up long ago."""
    players = [Player.objects.get(pk=account(name)) for name in ("Ana", "Ben", "Cleo")]
    race = raced.begin(clock, players, Deal.parse(LOST))
    seed.move(raced.game_of(race, players[2]), "d", "x")
    clock.ms = (race.ends_at or 0) - 500
    seed.move(raced.game_of(race, players[0]), *line(LOST))
    seed.move(raced.game_of(race, players[1]), "d")
    return race


def ends(race: Race) -> list[tuple[str, object]]:
    """What came last in each game."""
    return [(event.kind, event.data) for event in (read_game(seat.game)[-1] for seat in race.seats)]


CLOSED = ("closed", {"why": "race"})


def test_open_games_are_closed_before_the_places_are_written(race: Race, clock: Clock, monkeypatch: pytest.MonkeyPatch):
    before, append = [], duties.append

    def watched(race: Race, *more: object) -> Race:
        before.append(ends(race))
        return append(race, *more)

    assert [kind for kind, _ in ends(race)] == ["move", "move", "move"]
    monkeypatch.setattr(duties, "append", watched)
    raced.settle(clock, race)
    assert before
    assert all(found == [CLOSED, CLOSED, ("move", "x")] for found in before)
    assert kinds(race)[-1] == "settled"


def test_nothing_is_played_after_not_even_an_undo_out_of_a_loss(race: Race, clock: Clock):
    versions = [len(read_game(seat.game)) for seat in race.seats]
    settled = raced.settle(clock, race)
    ended = {place["player"]: place["status"] for place in settled.places}
    assert [ended[seat.player] for seat in race.seats] == ["lost", "time-up", "resigned"]
    for seat, version in zip(race.seats, versions, strict=True):
        late = Append(stream_of(seat.game), version, (NewEvent("move", "u"),), seat.player)
        if seat is not race.seats[2]:
            with pytest.raises(Conflict):
                writer.current().submit(late).result()
        state = fold(seat.game, read_game(seat.game))
        assert state.game.over
        assert not state.game.legal()
        close_game(seat.game, "left", seat.player, when=lambda _state: True)
        assert len(read_game(seat.game)) == version + (seat is not race.seats[2])
