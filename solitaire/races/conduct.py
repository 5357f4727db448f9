"""Fair play: what no human does is flagged, what players report is too, and an operator looks at it.

A result stands on no board, and its game is nobody's ghost, while a flag for its pace waits to be looked at; it stays
off where an operator has confirmed a flag of any kind. A result that an operator has *voided* counts nowhere: it is no
win of its player or of its deal either. The attempt stays one, the first where it was that. What a rated race has done
to the ratings of all who were in it is taken back while any of its results is void; see `ratings`.

**inhuman-pace** is seen at the end of every won game, from the server's own times, by two rules (`RACES`'s `human`):

- *The whole game was too quick.* Moves made by hand took less than `move_ms` (200 ms: five a second) each, on average
  from the deal to the end. Cards sent home right behind another one are not counted, for the page sends a whole run
  home at one press; games with fewer than `moves` (30) counted moves are left alone. A move is at least one press,
  found with the eyes and reached with the hand: people who do nothing else press one key six or seven times a second
  for a few seconds, and choose between a few known targets some three times a second. The average over the whole game
  is what counts, so that neither a burst after a lost connection nor a quick finish is held against anybody.
- *Cards were moved before they could be seen.* A card that nobody had seen before was moved by the very next move
  within `reaction_ms` (60 ms) of being turned up, at least `reactions` (6) times in the game and in more than half of
  all such moves. The quickest people need 150 ms to react to a light, and more to choose; the way to the browser and
  back comes on top, and even the second click of a double click takes 70 ms. A card that was seen in an earlier pass
  does not count. A won game of Klondike has 7 to 23 such moves, one of Thoughtful 1 to 12: there the rule says little.

**same-address** is reported of two racers of a rated race that seem to sit behind one address; families and schools do,
so it withholds nothing until somebody has confirmed it.

**clock-stepped** is said of every game that was going on when the machine's clock was set (see `clock_steps`): nobody
knows how long it took, so it stands on no board of times, and its pace is not judged. There is nothing in that for an
operator to find.

**reported-result** is what players report; it withholds nothing by itself.

What is noticed at a game's end follows from its own stream. All else is in the stream `review:<game>`:

| kind | data | meaning |
|---|---|---|
| `flagged` | `kind`, `player`, `race`, `detail` | reported by the site |
| `cleared` | `kind`, `reason` | an operator (`who`) has looked, and all is fine |
| `confirmed` | `kind`, `reason` | an operator has looked, and it is as it seemed |
| `voided` | `kind`, `reason` | an operator has looked, and the result counts nowhere |
| `reported` | `player`, `race`, `why` | a player (`who`) has reported the result |
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from django.conf import settings

from solitaire.live.milestones import ENDED
from solitaire.live.table import TableState, begin, read_game
from solitaire.log import milestones, statements, store, writer
from solitaire.log.event import Event, Milestone, NewEvent
from solitaire.races import ratings
from solitaire.races.models import Flag
from solitaire.rules.cards import Card
from solitaire.rules.game import Step

PREFIX: Final = "review:"
REVIEWED: Final = "game-reviewed"
"""Every event of a stream of reviews; the state is a `Reviewed`."""

LONGEST_REASON: Final = 500
VERDICTS: Final = {
    "cleared": Flag.Verdict.FINE,
    "confirmed": Flag.Verdict.CONFIRMED,
    "voided": Flag.Verdict.VOIDED,
}
"""What an operator can find, by the kind of the event."""
OF_GAMES: Final = (
    Flag.Kind.INHUMAN_PACE,
    Flag.Kind.CLOCK_STEPPED,
    Flag.Kind.SAME_ADDRESS,
    Flag.Kind.REPORTED_RESULT,
)
"""The flags that are dealt with in the streams of this module."""


class Reviewed(NamedTuple):
    """The game that something was said of; its flags have been written when listeners that came later are told."""

    game: str


class NothingToReview(Exception):
    """The game has no such flag that waits to be looked at."""


def stream_of(game_id: str) -> str:
    """The name of the stream in which a game's flags are dealt with."""
    return PREFIX + game_id


# --- the rules ---


class Human(NamedTuple):
    """What the quickest people can do (the settings' `RACES["human"]`)."""

    moves: int
    move_ms: float
    reaction_ms: float
    reactions: int


class Pace(NamedTuple):
    """How quickly a game was played; times in milliseconds.

    `hand_made` counts the moves but for cards sent home right behind another one, `time_ms` is the whole game's.
    `reactions` are the gaps before the moves of a card that the move before had shown for the first time.
    """

    hand_made: int
    time_ms: int
    reactions: tuple[int, ...]

    def is_inhuman(self, human: Human) -> bool:
        """Whether no human keeps such a pace."""
        too_quick = self.hand_made >= human.moves and self.time_ms < self.hand_made * human.move_ms
        unseen = self.unseen(human)
        return too_quick or (unseen >= human.reactions and 2 * unseen > len(self.reactions))

    def unseen(self, human: Human) -> int:
        """How many cards were moved before they could be seen."""
        return sum(gap < human.reaction_ms for gap in self.reactions)


def pace(game_id: str, events: Sequence[Event]) -> Pace:
    """How quickly a game was played, from all the events of its stream."""
    state = begin(game_id, events[0])
    seen = _shown_at_the_deal(state)
    hand_made, was_home, turned, turned_at = 0, False, None, 0
    reactions = []
    for event in events[1:]:
        step = state.follow(event)
        home = _is_home(step)
        hand_made += not (home and was_home)
        if turned is not None and _moves_on(step, turned):
            reactions.append(event.at - turned_at)
        turned, turned_at, was_home = _turned_up(step, seen), event.at, home
    return Pace(hand_made, events[-1].at - state.dealt_at, tuple(reactions))


class Glance(NamedTuple):
    """What times and the words of moves alone tell of a game's pace: `hand_made` and `time_ms` as in `Pace`.

    `quick` is how many moves may have been of cards that could not be seen yet: never fewer than really were.
    """

    hand_made: int
    time_ms: int
    quick: int

    def is_too_quick(self, human: Human) -> bool:
        """Whether the whole game was, which needs no closer look."""
        return self.hand_made >= human.moves and self.time_ms < self.hand_made * human.move_ms

    def is_suspicious(self, human: Human) -> bool:
        """Whether no human may keep such a pace; it lets none pass that `Pace.is_inhuman` would not."""
        return self.is_too_quick(human) or self.quick >= human.reactions


def glance(events: Sequence[Event], started_at: int, human: Human) -> Glance:
    """Look at a game without the fold, which nearly all games are spared so."""
    hand_made = quick = 0
    before, before_at = "", started_at
    for event in events[1:]:
        move = str(event.data)
        home_again = move.endswith("f") and before.endswith("f")
        hand_made += not home_again
        # A card that a move home has turned up lies where that one came from.
        quick += event.at - before_at < human.reaction_ms and not (home_again and move != before)
        before, before_at = move, event.at
    return Glance(hand_made, before_at - started_at, quick)


def _shown_at_the_deal(state: TableState) -> set[Card]:
    position = state.game.position
    return {card for column, down in zip(position.columns, position.down, strict=True) for card in column[down:]}


def _is_home(step: Step) -> bool:
    return step.move.endswith("f")


def _moves_on(step: Step, card: Card) -> bool:
    """Whether a move takes the card from where it lies."""
    carries = step.change.carries
    return step.move not in _NO_CHOICE and bool(carries) and carries[0].cards[0] == card


_NO_CHOICE: Final = ("d", "r", "u", "y")
"""Moves that choose no card."""


def _turned_up(step: Step, seen: set[Card]) -> Card | None:
    """The card that a move has shown for the first time, and that can be moved now; `seen` takes in what it showed."""
    turn, carries = step.change.turned, step.change.carries
    shown: tuple[Card, ...] = ()
    if turn is not None and turn.up:
        shown = (turn.card,)
    elif step.move == "d":
        shown = carries[0].cards
    new = bool(shown) and shown[-1] not in seen
    seen.update(shown)
    return shown[-1] if new else None


def human() -> Human:
    """The settings' bounds."""
    return Human(**settings.RACES["human"])


# --- the rows ---


def listen() -> None:
    """Flag games in the transaction of the event that ends them, and follow what is said of flags."""
    milestones.listen(ENDED, _ended)
    milestones.listen(REVIEWED, _reviewed)


Review: TypeAlias = Literal["", "untimed", "waiting", "unfair", "voided"]
"""What keeps a result off the boards: nothing, an operator who has not looked yet, or what an operator has found.

Only what is `voided` counts nowhere else, too. What is `untimed` is kept off the boards of times alone.
"""
FAIR: Final = ("", "untimed")
"""With these a result counts, but for the time that an `untimed` game took."""


def review_of(game_id: str) -> Review:
    """What keeps a game's result off the boards."""
    # Asked at the end of every game, which most often nobody has flagged.
    if statements.first("SELECT 1 FROM races_flag WHERE game = %s LIMIT 1", game_id) is None:
        return ""
    return reviews_of([game_id]).get(game_id, "")


def reviews_of(games: Iterable[str]) -> dict[str, Review]:
    """What keeps the results of some games off the boards; those that nothing does are left out."""
    return review(Flag.objects.filter(game__in=games))


def review(flags: Iterable[Flag]) -> dict[str, Review]:
    """What keeps the results of the games off the boards of which these are all the flags, as `reviews_of`."""
    found: dict[str, Review] = {}
    for flag in flags:
        if flag.kind not in OF_GAMES:
            continue
        if flag.verdict == Flag.Verdict.VOIDED:
            found[flag.game] = "voided"
        elif flag.verdict == Flag.Verdict.CONFIRMED and found.get(flag.game) != "voided":
            found[flag.game] = "unfair"
        elif flag.kind == Flag.Kind.INHUMAN_PACE and flag.verdict == Flag.Verdict.OPEN:
            if found.get(flag.game, "") in FAIR:
                found[flag.game] = "waiting"
        elif flag.kind == Flag.Kind.CLOCK_STEPPED:
            found.setdefault(flag.game, "untimed")
    return found


def flag_of(state: TableState, events: Sequence[Event]) -> Flag | None:
    """The row for a won game, of which `events` is the whole stream, where no human keeps its pace; not saved."""
    bounds = human()
    seen = glance(events, state.dealt_at, bounds)
    if not seen.is_suspicious(bounds):
        return None
    detail = {"moves": seen.hand_made, "time_ms": seen.time_ms}
    if not seen.is_too_quick(bounds):
        kept = pace(state.id, events)
        if not kept.is_inhuman(bounds):
            return None
        detail |= {"reactions": len(kept.reactions), "unseen": kept.unseen(bounds)}
    noticed = {"kind": Flag.Kind.INHUMAN_PACE, "player": state.player, "race": state.race, "detail": detail}
    return _flag(state.id, noticed, events[-1].at)


def _flag(game: str, noticed: Mapping[str, Any], at: int) -> Flag:
    """The row for what was `noticed`, as a `flagged` event has it."""
    kind, player, race, detail = (noticed[name] for name in ("kind", "player", "race", "detail"))
    return Flag(id=f"{game}-{kind}", game=game, kind=kind, player_id=player, race=race, detail=detail, at=at)


def _ended(state: TableState, events: Sequence[Event]) -> None:
    if state.game.status != "won" or state.practice:
        return
    flag = flag_of(state, read_game(state.id))
    if flag is not None and not Flag.objects.filter(game=state.id, kind=Flag.Kind.CLOCK_STEPPED).exists():
        _write(flag)


def _reviewed(reviewed: Reviewed, events: Sequence[Event]) -> None:
    for event in events:
        _follow(reviewed.game, event)


def _follow(game: str, event: Event) -> None:
    if event.kind == "flagged":
        if event.data["kind"] == Flag.Kind.CLOCK_STEPPED:
            Flag.objects.filter(game=game, kind=Flag.Kind.INHUMAN_PACE).delete()
        _write(_flag(game, event.data, event.at))
        return
    if event.kind == "reported":
        _reported(game, event, Flag.objects.filter(pk=f"{game}-{Flag.Kind.REPORTED_RESULT}").first()).save()
        return
    for flag in Flag.objects.filter(game=game, kind=event.data["kind"]):
        _resolve(flag, event)
        flag.save()


def _reported(game: str, event: Event, flag: Flag | None) -> Flag:
    """The flag of a result that was reported once more: it counts the reports by what they say; not saved."""
    if flag is None:
        of_whom = {"player": event.data["player"], "race": event.data["race"]}
        flag = _flag(game, {"kind": Flag.Kind.REPORTED_RESULT, **of_whom, "detail": {}}, event.at)
    why = event.data["why"]
    flag.detail = {**flag.detail, why: flag.detail.get(why, 0) + 1}
    return flag


def _resolve(flag: Flag, event: Event) -> None:
    flag.verdict, flag.reason = VERDICTS[event.kind], event.data["reason"]
    flag.resolved_by, flag.resolved_at = event.who or "", event.at


def _write(flag: Flag | None) -> None:
    if flag is not None:
        statements.insert(flag, unless_there=True)


# --- what is said of flags ---


def report(game_id: str, kind: str, player: str, race: str, detail: dict[str, Any]) -> None:
    """Flag a game for something its own stream does not tell, once however often it is noticed."""
    flagged = NewEvent("flagged", {"kind": kind, "player": player, "race": race, "detail": detail})
    _append(game_id, flagged, None, command=f"flag-{kind}")


def report_result(game_id: str, player: str, race: str, why: str, reporter: str) -> None:
    """Flag a game because `reporter` says something of its result; nobody reports one twice."""
    reported = NewEvent("reported", {"player": player, "race": race, "why": why})
    _append(game_id, reported, reporter, command=f"report-{reporter}")


def resolve(game_id: str, kind: str, verdict: str, reason: str, operator: str) -> None:
    """Write down what an operator has found: `verdict` is `cleared`, `confirmed` or `voided`.

    It can be changed later by another. The ratings of its race follow. Raises `NothingToReview` for a flag that is not
    there, and `ValueError` for a verdict that is none, or a reason that is missing or too long.
    """
    reason = reason.strip()
    if verdict not in VERDICTS or not 0 < len(reason) <= LONGEST_REASON:
        raise ValueError(f"{verdict!r}: a verdict is one of {', '.join(VERDICTS)}, with a reason")
    flag = Flag.objects.filter(pk=f"{game_id}-{kind}").first()
    if flag is None:
        raise NothingToReview(game_id)
    _append(game_id, NewEvent(verdict, {"kind": kind, "reason": reason}), operator)
    if flag.race:
        ratings.correct(flag.race, void=bool(voided_in(flag.race)))


def voided_in(race_id: str) -> set[str]:
    """The games of a race whose results are void."""
    return set(Flag.objects.filter(race=race_id, verdict=Flag.Verdict.VOIDED).values_list("game", flat=True))


def reason_of_void(game_id: str) -> str:
    """Why a result is void, in an operator's words; "" where it is not."""
    found = Flag.objects.filter(game=game_id, verdict=Flag.Verdict.VOIDED).order_by("-resolved_at")
    return found.values_list("reason", flat=True).first() or ""


def differences() -> Iterator[str]:
    """Rated races whose ratings do not follow their void results, each in a sentence; none in a sound database."""
    void = set(Flag.objects.filter(verdict=Flag.Verdict.VOIDED).exclude(race="").values_list("race", flat=True))
    taken_back = ratings.taken_back()
    for race in sorted(void - taken_back):
        if ratings.is_rated(race):
            yield f"race {race}: a result is void, and its ratings stand"
    for race in sorted(taken_back - void):
        yield f"race {race}: its ratings are taken back, and no result is void"


def _append(game_id: str, event: NewEvent, who: str | None, command: str | None = None) -> None:
    writer.append_at_end(stream_of(game_id), event, who, command, Milestone(REVIEWED, Reviewed(game_id)))


# --- from the log again ---


def flags_of(state: TableState) -> list[Flag]:
    """The flags of a game as the log has them: from its own stream, and from what was said of it; not saved."""
    found: dict[str, Flag] = {}
    won = state.game.status == "won" and not state.practice
    reported = Flag.Kind.REPORTED_RESULT.value
    flag = flag_of(state, read_game(state.id)) if won else None
    if flag is not None:
        found[flag.kind] = flag
    for event in store.read(stream_of(state.id)):
        if event.kind == "reported":
            found[reported] = _reported(state.id, event, found.get(reported))
            continue
        kind = event.data["kind"]
        if event.kind == "flagged":
            if kind == Flag.Kind.CLOCK_STEPPED:
                found.pop(Flag.Kind.INHUMAN_PACE, None)
            found.setdefault(kind, _flag(state.id, event.data, event.at))
        elif kind in found:
            _resolve(found[kind], event)
    return list(found.values())


def follow(state: TableState) -> None:
    """Write the flags of a game as the log has them."""
    Flag.objects.bulk_create(flags_of(state))


def clear() -> None:
    """Throw all flags away, to be written again with `follow` for every game of the log."""
    Flag.objects.all().delete()


_FIELDS: Final = {"flagged": {"kind", "player", "race", "detail"}, "reported": {"player", "race", "why"}}


def check(events: Sequence[Event]) -> None:
    """Raise `ValueError` where a stream of reviews is not what the site writes."""
    for event in events:
        wanted = _FIELDS.get(event.kind, {"kind", "reason"})
        if event.kind not in (*_FIELDS, *VERDICTS):
            raise ValueError(f"version {event.version}: a review has no event of the kind {event.kind!r}")
        if set(event.data) != wanted or event.data.get("kind", Flag.Kind.REPORTED_RESULT) not in OF_GAMES:
            raise ValueError(f"version {event.version}: {event.kind} with wrong data")
