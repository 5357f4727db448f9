"""Races run through the real commands and duties, on the clock that tests set."""

from solitaire.ids import new_id
from solitaire.log.event import NewEvent
from solitaire.players.models import Player
from solitaire.races import commands, duties
from solitaire.races.due import Settle, Start
from solitaire.races.race import Options, Race
from solitaire.rules.deals import Deal
from tests.replays import seed
from tests.replays.seed import Clock

SEALED = Deal.parse("KL2-D1N-ANSAB-XZAVK-DJROB-JCMHW")
_LINE = (
    "7f 5f d d d d d d d d d d d d d wf w1 25 12 d d d d d d d wf d d wf w1 61 d d w2 62 65 6f 7f 7f 4f 7f r d d wf "
    "d d wf 2f 2f d w7 57 5f 5f 71 21 2f d d d wf 63 d w3 d d d d wf d wf 5f w6 35 3f 7f d w3 w3 w7 w3 wf 47 4f 1f "
    "1f 7f 1f 2f 7f d wf 7f 6f 5f wf wf 1f 4f 1f 3f d d wf 1f 3f 6f 1f 3f 5f 1f 3f 5f wf"
)
WINS_IT = _LINE.split()
LIMIT_MS = 3_600_000


def begin(clock: Clock, players: list[Player], deal: Deal = SEALED, **options: object) -> Race:
    """A race that has just started, all cards dealt; sealed where the deck is of the kind for it."""
    wanted = Options("KL", deal.draw, deal.ruleset, len(players), **{"sealed": deal.kind == "2", **options})
    race = commands.create(players[0].pk, wanted, deal)
    for player in players[1:]:
        commands.join(race.id, player.pk)
    for player in players:
        race = commands.mark(race.id, player.pk, ready=True)
    race = commands.append(race, [NewEvent("countdown", {"at": clock.ms})])
    duties.do(race, [Start(clock.ms, clock.ms + LIMIT_MS)])
    return commands.find(race.id)


def settle(clock: Clock, race: Race) -> Race:
    """The limit is there: the race has settled."""
    clock.ms = (race.ends_at or 0) + 1
    duties.do(commands.find(race.id), [Settle(race.ends_at or 0)])
    return commands.find(race.id)


def game_of(race: Race, player: Player) -> str:
    """The game a player plays in a race."""
    return next(seat.game for seat in race.seats if seat.player == player.pk)


def win(clock: Clock, race: Race, player: Player, seconds: float) -> str:
    """Win the sealed deck so many seconds later; the game's id."""
    game_id = game_of(race, player)
    clock.ms += round(seconds * 1000)
    seed.move(game_id, *WINS_IT)
    return game_id


def rated(clock: Clock, first: Player, second: Player, seconds: float = 60) -> Race:
    """A rated race that the first wins, and the second gives up."""
    options = Options("KL", 1, "N", seats=2, hints=False, sealed=True, quick=True)
    race = commands.create(first.pk, options, SEALED)
    at = clock.ms + 1000
    begun = [
        NewEvent("joined", {"player": second.pk, "game": new_id()}),
        NewEvent("countdown", {"at": at}),
        NewEvent("started", {"at": at, "ends_at": at + LIMIT_MS, "rated": True}),
    ]
    race = commands.append(race, begun)
    duties.deal(race, race.seats)
    clock.ms = at
    seed.move(game_of(race, second), "d", "x")
    win(clock, race, first, seconds)
    duties.do(race, [Settle(clock.ms)])
    return commands.find(race.id)
