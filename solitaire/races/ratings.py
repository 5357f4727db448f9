"""Ratings: how strong each player is, by the rated races they have been in, with draw one and draw three apart.

The numbers are OpenSkill's (its Plackett-Luce model): `mu` says how strong a player seems, `sigma` how uncertain that
is. Everybody begins at 25 and 25/3. People are shown `1500 + 30 * (mu - 25)`, rounded: about the scale they know from
chess, where 200 points more means winning three races of four. Until ten rated races it is called provisional.

Each draw count has one stream, `ratings:1` and `ratings:3`, in which one event follows another for each rated race
that has settled. Its command is `race-<id>`, so that a race is rated once however often that is asked for:

| kind | data |
|---|---|
| `rated` | `race` (its id), `players`: for each `player`, `place`, `before` and `after` (both `[mu, sigma]`) |
| `voided` | the same, with 0 for places: a result of the race is void, so what it did to anybody's `mu` is taken back |
| `restored` | the same, with 0 for places: no result of the race is void any more, so it is done once more |

Taken back is what the race itself gave and took, of all who were in it. Races in between are not rated anew, and what
had become certain (`sigma`) stays.

Everything else is read from these events, and never computed again: what a later version of the library would make of
a race changes no number. Equal places are rated as such. Races against ghosts are never rated.

A seat that somebody took as a guest, and has come to an account from before the start, is rated as the account's.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

from django.db.models import BooleanField, Count, ExpressionWrapper, OuterRef, Q, Subquery
from openskill.models import PlackettLuce

from solitaire.log import milestones, store, writer
from solitaire.log.event import Append, Event, Milestone, NewEvent
from solitaire.log.store import Conflict
from solitaire.players.absorb import owners, selves
from solitaire.races.models import RaceRow, Rating, RatingChange
from solitaire.races.race import Race

PREFIX: Final = "ratings:"
RATED: Final = "race-rated"
"""The milestone of every event of these streams."""

START = 1500
POINTS_PER_MU = 30
PROVISIONAL_RACES: Final = 10
"""After so many rated races a rating is no longer provisional."""

_MODEL: Final = PlackettLuce()


class Skill(NamedTuple):
    """What is believed of a player: how strong, and how uncertain that is."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        """The number that people see.

        >>> Skill().shown, Skill(30.0, 5.0).shown
        (1500, 1650)
        """
        return round(START + POINTS_PER_MU * (self.mu - _MODEL.mu))


def stream_of(draw: int) -> str:
    """The name of the stream that holds the ratings with a draw count."""
    return f"{PREFIX}{draw}"


def rated_anew(places: Sequence[int], before: Sequence[Skill]) -> list[Skill]:
    """The skills of racers after a race in which they came to these places; equal places are a tie.

    >>> [skill.shown for skill in rated_anew([1, 2], [Skill(), Skill()])]
    [1579, 1421]
    >>> [skill.shown for skill in rated_anew([1, 1, 3], [Skill()] * 3)]
    [1522, 1522, 1457]
    """
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(rating.mu, rating.sigma) for (rating,) in rated]


def rate(race: Race) -> tuple[Event, ...]:
    """Rate a race that has settled, once however often this is called and in how many processes; none if not rated.

    Races are rated one after the other: the event carries what each player's rating was and has become.
    """
    if race.status != "settled" or not race.rated:
        return ()
    stream, draw = stream_of(race.options.draw), race.options.draw
    while True:
        head = store.head(stream)  # before the ratings: what changes them meanwhile makes the append a conflict
        event = NewEvent("rated", {"race": race.id, "players": _players(race, draw)})
        after = head.version if head else 0
        append = Append(stream, after, (event,), None, f"race-{race.id}", Milestone(RATED, None))
        try:
            return writer.current().submit(append).result()
        except Conflict:
            continue


def _players(race: Race, draw: int) -> list[dict[str, object]]:
    owner = owners([seat.player for seat in race.seats])
    placed = [(owner[place["player"]], place["place"]) for place in race.places if "player" in place]
    known = Rating.objects.filter(draw=draw, player__in=[player for player, _ in placed])
    skills = {row.player_id: Skill(row.mu, row.sigma) for row in known}
    before = [skills.get(player, Skill()) for player, _ in placed]
    after = rated_anew([place for _, place in placed], before)
    return [
        {"player": player, "place": place, "before": list(was), "after": list(is_)}
        for (player, place), was, is_ in zip(placed, before, after, strict=True)
    ]


def is_rated(race_id: str) -> bool:
    """Whether a race has been rated, whatever has become of that."""
    return RatingChange.objects.filter(race=race_id).exists()


def taken_back() -> set[str]:
    """The races whose ratings are taken back."""
    corrections = RatingChange.objects.filter(place=0).values("race").annotate(count=Count("version", distinct=True))
    return {correction["race"] for correction in corrections if correction["count"] % 2}


def is_taken_back(race_id: str) -> bool:
    """Whether a race's ratings are taken back."""
    return _corrections(race_id) % 2 == 1


def _corrections(race_id: str) -> int:
    return RatingChange.objects.filter(race=race_id, place=0).values("version").distinct().count()


def correct(race_id: str, void: bool) -> None:
    """Take back what a rated race did, or do it once more; no matter if it is so already, or the race was not rated."""
    draw = RatingChange.objects.filter(race=race_id).values_list("draw", flat=True).first()
    if draw is None:
        return
    stream, rated = stream_of(draw), store.first_outcome(stream_of(draw), f"race-{race_id}")[0]
    while (count := _corrections(race_id)) % 2 != void:
        head = store.head(stream)
        players = _corrected(rated, draw, -1 if void else 1)
        event = NewEvent("voided" if void else "restored", {"race": race_id, "players": players})
        command = f"correct-{race_id}-{count + 1}"
        append = Append(stream, head.version if head else 0, (event,), None, command, Milestone(RATED, None))
        with suppress(Conflict):
            writer.current().submit(append).result()


def _corrected(rated: Event, draw: int, sign: int) -> list[dict[str, object]]:
    known = Rating.objects.filter(draw=draw, player__in=[player["player"] for player in rated.data["players"]])
    skills = {row.player_id: Skill(row.mu, row.sigma) for row in known}
    return [
        {
            "player": player["player"],
            "place": 0,
            "before": list(skill),
            "after": [skill.mu + sign * (player["after"][0] - player["before"][0]), skill.sigma],
        }
        for player in rated.data["players"]
        for skill in [skills[player["player"]]]
    ]


# --- what is derived ---


def listen() -> None:
    """Write the ratings in the transaction of each event of their streams."""
    milestones.listen(RATED, _rated)


_STEPS: Final = {"rated": 1, "voided": -1, "restored": 1}
"""By how much each kind of event changes how many rated races its players have been in."""


def _rated(state: None, events: Sequence[Event]) -> None:
    for event in events:
        _write(event)


def _write(event: Event) -> None:
    changes = changes_of_event(event)
    players = [change.player_id for change, _ in changes]
    kept = Rating.objects.filter(draw=_draw(event), player__in=players)
    races = dict(kept.values_list("player", "races"))
    kept.delete()
    step = _STEPS[event.kind]
    Rating.objects.bulk_create(
        rating_row(change, skill, races.get(change.player_id, 0) + step) for change, skill in changes
    )
    RatingChange.objects.bulk_create(change for change, _ in changes)


def changes_of_event(event: Event) -> list[tuple[RatingChange, Skill]]:
    """What an event has changed, row by row, with what each player's skill has become; not saved."""
    return [
        (
            RatingChange(
                draw=_draw(event),
                version=event.version,
                player_id=player["player"],
                race=event.data["race"],
                place=player["place"],
                before=Skill(*player["before"]).shown,
                after=Skill(*player["after"]).shown,
                at=event.at,
            ),
            Skill(*player["after"]),
        )
        for player in event.data["players"]
    ]


def rating_row(change: RatingChange, skill: Skill, races: int) -> Rating:
    """A player's rating after `change`, their race number `races` with that draw count; not saved."""
    return Rating(
        draw=change.draw,
        player_id=change.player_id,
        mu=skill.mu,
        sigma=skill.sigma,
        shown=skill.shown,
        established=int(races >= PROVISIONAL_RACES),
        races=races,
        rated_at=change.at,
    )


def _draw(event: Event) -> int:
    return int(event.stream.removeprefix(PREFIX))


def streams() -> Iterator[tuple[str, list[Event]]]:
    """Every stream of ratings with its events, by name."""
    for head in store.heads(PREFIX):
        yield head.stream, store.read(head.stream)


_FOLLOWS: Final = {(None, "rated"), ("rated", "voided"), ("voided", "restored"), ("restored", "voided")}
"""What can follow what, of one race."""


def check(events: Iterable[Event]) -> None:
    """Raise ValueError where a stream is no stream of ratings: each `before` has to be the `after` of before."""
    skills: dict[str, Skill] = {}
    races: dict[str, str] = {}
    for event in events:
        try:
            if (races.get(event.data["race"]), event.kind) not in _FOLLOWS:
                raise ValueError(f"{event.kind!r} of a race that cannot be rated there")
            races[event.data["race"]] = event.kind
            for player in event.data["players"]:
                if Skill(*player["before"]) != skills.get(player["player"], Skill()):
                    raise ValueError(f"{player['player']} had another rating before")
                skills[player["player"]] = Skill(*player["after"])
            changes_of_event(event)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"version {event.version}: {error}") from error


def derived(events: Iterable[Event]) -> tuple[list[Rating], list[RatingChange]]:
    """The rows that follow from a stream of ratings; not saved."""
    ratings: dict[str, Rating] = {}
    written = []
    for event in events:
        for change, skill in changes_of_event(event):
            before = ratings.get(change.player_id)
            races = (before.races if before else 0) + _STEPS[event.kind]
            ratings[change.player_id] = rating_row(change, skill, races)
            written.append(change)
    return list(ratings.values()), written


def rebuild() -> None:
    """Throw all rows away, and write them from the log again; call it in a transaction."""
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    for _, events in streams():
        ratings, changes = derived(events)
        Rating.objects.bulk_create(ratings, batch_size=500)
        RatingChange.objects.bulk_create(changes, batch_size=500)


# --- what is asked ---


def ratings_of(player_id: str) -> list[Rating]:
    """The ratings of a player, draw one first; none for who has been in no rated race."""
    return list(Rating.objects.filter(player=player_id).order_by("draw"))


def changes_of_race(race_id: str) -> list[RatingChange]:
    """What a race has changed, best place first; nothing while it is not rated. Corrections are left out.

    Each says in `provisional` whether the rating was so, still, after the race.
    """
    so_far = RatingChange.objects.filter(
        player=OuterRef("player"), draw=OuterRef("draw"), version__lte=OuterRef("version"), place__gt=0
    )
    races = Subquery(so_far.order_by().values("player").annotate(count=Count("version")).values("count"))
    provisional = ExpressionWrapper(Q(races__lt=PROVISIONAL_RACES), output_field=BooleanField())
    changes = RatingChange.objects.filter(race=race_id, place__gt=0).annotate(races=races, provisional=provisional)
    return list(changes.order_by("place", "player"))


class Point(NamedTuple):
    """A player's rating (as people see it) at a time, in milliseconds since 1970."""

    at: int
    shown: int


def history(player_id: str, draw: int, most: int = 500) -> list[Point]:
    """A player's rating over time, in order: before the first of their latest `most` races, and after each of them."""
    latest = RatingChange.objects.filter(player=player_id, draw=draw).order_by("-version")[:most]
    changes = sorted(latest, key=lambda change: change.version)
    first = [Point(change.at, change.before) for change in changes[:1]]
    return first + [Point(change.at, change.after) for change in changes]


def rated_meetings(one: str, other: str, day: date) -> int:
    """How many rated races that started on a day (UTC) two players have been in together, those going on included."""
    begin = datetime.combine(day, time(), UTC)
    since, until = (int(moment.timestamp()) * 1000 for moment in (begin, begin + timedelta(days=1)))
    races = RaceRow.objects.filter(rated=True, starts_at__gte=since, starts_at__lt=until)
    both = [*selves(one), *selves(other)]  # nobody has two seats in a rated race
    together = races.filter(seat_rows__player__in=both).annotate(of_two=Count("seat_rows__player"))
    return together.filter(of_two=2).count()
