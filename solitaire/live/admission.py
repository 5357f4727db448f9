"""Who comes in to a game: read from the database once, when a socket opens."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from solitaire.live.feed import Owner
from solitaire.live.sight import Part, RaceFacts, Seat, facts_of, seat_of
from solitaire.live.table import read_game
from solitaire.live.tables import Table
from solitaire.log.event import Event
from solitaire.players.absorb import selves
from solitaire.players.models import Player
from solitaire.players.sessions import Held, session_player
from solitaire.rules.views import View


class Admission(NamedTuple):
    """Who is at the door, and what game is behind it: a table, the `events` it may lack, and what its race is now.

    No table where the game is a seat in a race whose cards are not dealt yet.
    """

    held: Held
    is_player: bool
    owner: Owner
    events: Sequence[Event]
    table: Table | None
    race: RaceFacts


class BadSession(Exception):
    """The session cookie is forged, expired or ended."""


class NoSuchGame(Exception):
    """No stream is there under that id, or none that whoever asks is to know of."""


class Sealed(Exception):
    """It is a game of a race or a day that goes on, and shows less of itself to whoever asks than a table would.

    `code` is that of the complaint.
    """

    def __init__(self, code: str = "sealed") -> None:
        super().__init__(code)
        self.code = code


def admit(game_id: str, cookies: dict[str, str], known: Table | None) -> Admission:
    """Find out who opens a socket with `cookies`, and read the game, or what the table `known` of it lacks.

    Raises `BadSession`, `NoSuchGame` and `Sealed`.
    """
    held = session_player(cookies)
    if not held.ok:
        raise BadSession
    events = read_game(game_id, known.head if known else 0)
    viewers = selves(held.player_id) if held.player_id is not None else ()
    if known is None and not events:
        return _to_a_seat(seat_of(game_id), held, viewers)
    dealt_to = known.state.player if known else events[0].who or ""
    owner = owner_of(dealt_to)
    race = facts_of(known.state.part if known else Part.of(events[0].data))
    table = known or Table(game_id, events, owner, race)
    if not may_sit(table, race, viewers):
        raise NoSuchGame if table.state.practice else Sealed("sealed-day" if table.state.day else "sealed")
    return Admission(held, dealt_to in viewers, owner, events, table, race)


def may_sit(table: Table, race: RaceFacts, viewers: Collection[str]) -> bool:
    """Whether somebody who is `viewers` sees no less of the game than its player does."""
    role = race.role(table.state.player, viewers)
    return race.sight(table.state.game, role).view in (View.OWNER, View.ALL)


def _to_a_seat(seat: Seat | None, held: Held, viewers: Collection[str]) -> Admission:
    if seat is None:
        raise NoSuchGame
    if seat.player not in viewers:
        raise Sealed
    return Admission(held, True, owner_of(seat.player), (), None, facts_of(Part(race=seat.race)))


def owner_of(dealt_to: str) -> Owner:
    """Whose the games are now that were dealt to a player."""
    player = Player.objects.select_related("absorbed_by").get(pk=dealt_to)
    player = player.absorbed_by or player
    return Owner(player.pk, player.name)
