"""A race as pages, sockets and the API show it: one dict, ready for JSON, without what is secret."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from django.conf import settings

from solitaire.players.models import Player
from solitaire.races.race import Lane, Race, Seat
from solitaire.races.rows import secrecy_of

T = TypeVar("T")

LIMITS: Final = ("countdown_s", "loss_final_s", "idle_s", "disconnected_s", "longest_s")
"""Settings that a browser counts down by."""

Mark: TypeAlias = Literal["account", "guest", "former", "ghost", "program"]
"""What somebody is that a name stands for."""


DAY_MS = 86_400_000
"""Of a ghost's game the day is told, and not the moment: that would say which of its player's games it is."""


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
    return people_by_id(ids)


def people_by_id(ids: Collection[str]) -> People:
    """Who stands behind these ids of the log."""
    return {player.pk: person(player) for player in Player.objects.filter(pk__in=ids).select_related("absorbed_by")}


def person(player: Player) -> Person:
    """Who a player is today."""
    today = player.absorbed_by or player
    mark: Mark = "former" if today.left_at is not None else "guest" if today.is_guest else "account"
    return Person(today.pk, today.name, mark)


def show_race(
    race: Race,
    people: People,
    *,
    connected: Collection[str] = (),
    seen: Mapping[str, int] | None = None,
    lanes: Mapping[str, Any] | None = None,
    chart: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A race for anybody. The code is in it only where it may be shown, else null.

    Every racer has a key: "0", "1" … for a seat, "g0", "g1" … for a ghost or pace-setter. `lanes` holds what each shows
    now and `chart` its line, by key; `connected` the games (ids) of those who are there, `seen` when others last were.
    """
    seen, lanes, chart = seen or {}, lanes or {}, chart or {}
    options = race.options
    return {
        "id": race.id,
        "status": race.status,
        "family": options.family,
        "draw": options.draw,
        "ruleset": options.ruleset,
        "capacity": options.seats,
        "places_free": max(0, options.seats - len(race.seats)),
        "public": options.public,
        "limit_s": options.limit_s,
        "undo": options.undo,
        "hints": options.hints,
        "sealed": options.sealed,
        "quick": options.quick,
        "winnable": options.winnable,
        "secrecy": str(secrecy_of(race)),
        "hash": race.seal,
        "code": None if race.secret else race.code,
        "created_at": race.created_at,
        "countdown_at": race.countdown_at,
        "started_at": race.started_at,
        "ends_at": race.ends_at,
        "settled_at": race.settled_at,
        "rated": race.rated,
        "unrated_why": race.unrated_why,
        "closed_why": race.closed_why,
        "host": next((key for key, seat in _keyed(race.seats) if seat.player == race.host), None),
        "rematch": race.rematch,
        "seats": [
            {
                "key": key,
                **_seat(race, seat, people[seat.player]),
                "connected": seat.game in connected,
                "away_since": None if seat.game in connected else seen.get(seat.game),
                "lane": lanes.get(key),
            }
            for key, seat in _keyed(race.seats)
        ],
        "lanes": [
            {"key": key, **_lane(race, lane, people), "lane": lanes.get(key)} for key, lane in _keyed(race.lanes, "g")
        ],
        "places": [_place(race, place) for place in race.places],
        "chart": chart,
        "limits": {name: settings.RACES[name] for name in LIMITS},
    }


def _keyed(racers: Sequence[T], letter: str = "") -> list[tuple[str, T]]:
    return [(f"{letter}{index}", racer) for index, racer in enumerate(racers)]


def _seat(race: Race, seat: Seat, who: Person) -> dict[str, Any]:
    return {
        "player": who.id,
        "name": who.name,
        "mark": who.mark,
        "ready": seat.ready,
        "game": seat.game if race.started_at is not None else None,
        "status": seat.finished.status if seat.finished else None,
        "gone": seat.gone,
    }


def _lane(race: Race, lane: Lane, people: People) -> dict[str, Any]:
    """A ghost or a pace-setter. Which game a ghost is, whose, and of which day, waits for the end.

    Games are public: whoever knew the player or the day would find the deck among them.
    """
    if lane.kind == "pace":
        return {"kind": "pace", "name": None, "mark": "program", "pace": lane.pace, "played_at": None, "game": None}
    who = None if race.secret else people.get(lane.player)
    return {
        "kind": "ghost",
        "player": who.id if who else None,
        "name": who.name if who else None,
        "mark": "ghost",
        "pace": None,
        "played_at": None if race.secret else lane.at - lane.at % DAY_MS,
        "game": None if race.secret else lane.game,
    }


def _place(race: Race, place: Mapping[str, Any]) -> dict[str, Any]:
    """A place of the settlement, by the racer's key."""
    shown = {name: value for name, value in place.items() if name not in ("player", "lane")}
    if "lane" in place:
        return {"key": f"g{place['lane']}", **shown}
    return {"key": next(key for key, seat in _keyed(race.seats) if seat.player == place["player"]), **shown}


def show_you(race: Race, player: str | None, mine: Collection[str], elsewhere: str | None = None) -> dict[str, Any]:
    """Who looks at a race: `player`, whose ids are `mine`; `elsewhere` is another race in which they have a seat."""
    key, seat = next(((key, seat) for key, seat in _keyed(race.seats) if seat.player in mine), (None, None))
    return {
        "player": player,
        "seat": key,
        "game": seat and seat.game,
        "host": race.host in mine,
        "idle_left_ms": None,
        "elsewhere": elsewhere,
    }
