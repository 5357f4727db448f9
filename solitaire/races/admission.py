"""Who comes to look at a race: read from the database once, when a socket opens."""

from collections.abc import Sequence
from typing import NamedTuple

from solitaire.ids import could_be_id
from solitaire.live.admission import BadSession
from solitaire.log import store
from solitaire.log.event import Event
from solitaire.players.absorb import selves
from solitaire.players.sessions import Held, session_player
from solitaire.races import neighbours
from solitaire.races.commands import NoSuchRace, current
from solitaire.races.live_race import Viewer
from solitaire.races.race import Race, fold, stream_of
from solitaire.races.showing import People, people_of


class Admission(NamedTuple):
    """Who is at the door, the events of the race behind the version known already, and the people in it then."""

    held: Held
    viewer: Viewer
    events: Sequence[Event]
    people: People
    head: int
    """The version the race stands at."""


def admit(race_id: str, cookies: dict[str, str], network: str, known: Race | None) -> Admission:
    """Find out who opens a socket with `cookies` from a network, and read what a race has behind what is `known` of it.

    Raises `BadSession` and `NoSuchRace`.
    """
    held = session_player(cookies)
    if not held.ok:
        raise BadSession
    version = known.version if known else 0
    events = store.read(stream_of(race_id), version) if could_be_id(race_id) else []
    if known is None and not events:
        raise NoSuchRace(race_id)
    people = people_of([known or fold(race_id, events)])
    viewer = _viewer(race_id, held.player_id, network)
    return Admission(held, viewer, events, people, version + len(events))


def _viewer(race_id: str, player: str | None, network: str) -> Viewer:
    if player is None:
        return Viewer(None, (), None)
    seated, mine = current(player), selves(player)
    if seated == race_id:
        neighbours.note(race_id, mine, network)
        return Viewer(player, mine, None)
    return Viewer(player, mine, seated)
