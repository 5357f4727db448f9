"""Where players came in races that have settled: a row a racer, written when the race settles."""

from collections.abc import Iterable, Mapping

from replays.models import RacePlace
from solitaire.players.absorb import owners
from solitaire.races.race import Race


def rows(races: Iterable[Race]) -> list[RacePlace]:
    """The rows of `races`, none for those that have not settled; not saved."""
    settled = [race for race in races if race.settled_at is not None]
    whose = owners({seat.player for race in settled for seat in race.seats})
    return [row for race in settled for row in _rows(race, whose)]


def _rows(race: Race, whose: Mapping[str, str]) -> list[RacePlace]:
    places = {place["player"]: place for place in race.places if "player" in place}
    return [
        RacePlace(
            game=seat.game,
            race=race.id,
            owner_id=whose[seat.player],
            place=places[seat.player]["place"],
            racers=len(race.places),
            status=places[seat.player]["status"],
            rated=race.rated,
            family=race.options.family,
            draw=race.options.draw,
            ruleset=race.options.ruleset,
            settled_at=race.settled_at or 0,
        )
        for seat in race.seats
    ]
