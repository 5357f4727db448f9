"""A race as pages, sockets and the API show it: one dict, ready for JSON, without what is secret."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from django.conf import settings

from solitaire.players.models import Player
from solitaire.races.race import Lane, Race, Seat
from solitaire.races.rows import secrecy_of

Mark: TypeAlias = Literal["account", "guest", "ghost", "program"]
"""What somebody is that a name stands for."""


class Person(NamedTuple):
    """Who stands behind an id in the log today: the player, or the account the guest has become part of."""

    id: str
    name: str
    mark: Mark


People: TypeAlias = Mapping[str, Person]
"""By the ids of the log."""


def people_of(races: Iterable[Race]) -> People:
    """Everybody who has a seat or a ghost in `races`, in one query."""
    ids = {seat.player for race in races for seat in race.seats}
    ids |= {lane.player for race in races for lane in race.lanes if lane.player}
    return {player.pk: person(player) for player in Player.objects.filter(pk__in=ids).select_related("absorbed_by")}


def person(player: Player) -> Person:
    """Who a player is today."""
    today = player.absorbed_by or player
    return Person(today.pk, today.name, "guest" if today.is_guest else "account")


def show_race(
    race: Race,
    people: People,
    connected: Collection[str] = (),
    lanes: Mapping[str, Any] | None = None,
    chart: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A race for anybody. The code is in it only where it may be shown, else null.

    `connected` holds the games (ids) whose player is there; `lanes` what each lane shows, and `chart` its line, by the
    index of the seat ("0", "1" …) or of the lane ("g0" …).
    """
    lanes, chart = lanes or {}, chart or {}
    options = race.options
    return {
        "id": race.id,
        "status": race.status,
        "family": options.family,
        "draw": options.draw,
        "ruleset": options.ruleset,
        "seats_max": options.seats,
        "public": options.public,
        "limit_s": options.limit_s,
        "longest_s": settings.RACES["longest_s"],
        "undo": options.undo,
        "hints": options.hints,
        "sealed": options.sealed,
        "quick": options.quick,
        "secrecy": str(secrecy_of(race)),
        "hash": race.hash,
        "code": None if race.secret else race.code,
        "created_at": race.created_at,
        "countdown_at": race.countdown_at,
        "started_at": race.started_at,
        "ends_at": race.ends_at,
        "settled_at": race.settled_at,
        "rated": race.rated,
        "unrated_why": race.unrated_why,
        "closed_why": race.closed_why,
        "host": people[race.host].id if race.host else None,
        "rematch": race.rematch,
        "seats": [
            _seat(race, seat, people[seat.player], seat.game in connected, lanes.get(str(index)))
            for index, seat in enumerate(race.seats)
        ],
        "lanes": [_lane(race, lane, people, lanes.get(f"g{index}")) for index, lane in enumerate(race.lanes)],
        "places": [_place(race, place) for place in race.places],
        "chart": chart,
    }


def _seat(race: Race, seat: Seat, who: Person, connected: bool, lane: Any) -> dict[str, Any]:
    return {
        "player": who.id,
        "name": who.name,
        "mark": who.mark,
        "host": seat.player == race.host,
        "ready": seat.ready,
        "connected": connected,
        "game": seat.game if race.started_at is not None else None,
        "status": seat.finished.status if seat.finished else None,
        "gone": seat.gone,
        "lane": lane,
    }


def _lane(race: Race, lane: Lane, people: People, shown: Any) -> dict[str, Any]:
    """A ghost or a pace-setter. Which game a ghost is, among whose, would name the deck: that waits for the end."""
    if lane.kind == "pace":
        return {"kind": "pace", "name": None, "mark": "program", "pace": lane.pace, "lane": shown}
    who = people.get(lane.player)
    return {
        "kind": "ghost",
        "player": who.id if who and not race.secret else None,
        "name": who.name if who else None,
        "mark": "ghost",
        "game": None if race.secret else lane.game,
        "lane": shown,
    }


def _place(race: Race, place: Mapping[str, Any]) -> dict[str, Any]:
    """A place of the settlement, by the key of its lane: "0", "1" … for a seat, "g0" … for a ghost or pace-setter."""
    shown = {name: value for name, value in place.items() if name not in ("player", "lane")}
    if "lane" in place:
        return {"key": f"g{place['lane']}", **shown}
    index = next(index for index, seat in enumerate(race.seats) if seat.player == place["player"])
    return {"key": str(index), **shown}


def show_you(race: Race, player: str | None, mine: Collection[str], elsewhere: str | None = None) -> dict[str, Any]:
    """Who looks at a race: `player`, whose ids are `mine`; `elsewhere` is another race in which they have a seat."""
    index = next((index for index, seat in enumerate(race.seats) if seat.player in mine), None)
    return {
        "player": player,
        "seat": index,
        "game": None if index is None else race.seats[index].game,
        "host": race.host in mine,
        "idle_left_ms": None,
        "elsewhere": elsewhere,
    }
