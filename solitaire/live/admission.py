"""Who comes in to a game: read from the database once, when a socket opens."""

from collections.abc import Sequence
from typing import NamedTuple

from solitaire.live.feed import Owner
from solitaire.live.table import read_game
from solitaire.live.tables import Table
from solitaire.log.event import Event
from solitaire.players.absorb import selves
from solitaire.players.models import Player
from solitaire.players.sessions import Held, session_player


class Admission(NamedTuple):
    """Who is at the door, and what game is behind it: a table, and the `events` it may lack."""

    held: Held
    is_player: bool
    owner: Owner
    events: Sequence[Event]
    table: Table


class BadSession(Exception):
    """The session cookie is forged, expired or ended."""


class NoSuchGame(Exception):
    """No stream is there under that id."""


def admit(game_id: str, cookies: dict[str, str], known: Table | None) -> Admission:
    """Find out who opens a socket with `cookies`, and read the game, or what the table `known` of it lacks.

    Raises `BadSession` and `NoSuchGame`.
    """
    held = session_player(cookies)
    if not held.ok:
        raise BadSession
    events = read_game(game_id, known.head if known else 0)
    if known is None and not events:
        raise NoSuchGame
    dealt_to = known.state.player if known else events[0].who or ""
    is_player = held.player_id is not None and dealt_to in selves(held.player_id)
    owner = owner_of(dealt_to)
    return Admission(held, is_player, owner, events, known or Table(game_id, events, owner))


def owner_of(dealt_to: str) -> Owner:
    """Whose the games are now that were dealt to a player."""
    player = Player.objects.select_related("absorbed_by").get(pk=dealt_to)
    player = player.absorbed_by or player
    return Owner(player.pk, player.name)
