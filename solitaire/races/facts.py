"""What the rest of the site asks about races: see `solitaire.live.sight`."""

from solitaire.ids import could_be_id
from solitaire.live.sight import RaceFacts, Races, Seat, Secrecy, tell
from solitaire.races.models import SETTLED, RaceRow, SeatRow


def answer() -> None:
    """Answer whoever asks about a race from now on."""
    tell(Races(facts=facts, seat=seat))


def facts(race_id: str) -> RaceFacts | None:
    """What a race is now, or None where there is none of that id."""
    row = RaceRow.objects.filter(pk=race_id).first() if could_be_id(race_id) else None
    if row is None:
        return None
    players = SeatRow.objects.filter(race=race_id).values_list("player", flat=True)
    return RaceFacts(
        secrecy=Secrecy(row.secrecy),
        settled=row.status == SETTLED,
        undo=row.undo,
        hints=row.hints,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        players=frozenset(players),
    )


def seat(game_id: str) -> Seat | None:
    """The seat that a game is or will be played in, or None where it is no race's."""
    row = SeatRow.objects.filter(pk=game_id).first() if could_be_id(game_id) else None
    return Seat(row.race_id, row.player) if row else None
