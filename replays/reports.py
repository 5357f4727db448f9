"""What players report to the operators: a name, a comment, or a result.

Reports are events, without a word of the reporter's own: who, what, and which of a few reasons. All reports of one
thing are one flag in the operators' queue, which counts the reasons; nobody reports a thing twice before an operator
has looked. Reports of results are in the streams of `solitaire.races.conduct`, the others in that of the player whose
name or comment it is (see `solitaire.players.sanctions`). A comment is gone where its report is confirmed; a name goes
by being renamed. A name that is reported again, which may be another one by then, is looked at again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from replays.models import Comment, Result
from solitaire.log import milestones, store
from solitaire.log.event import Event, NewEvent
from solitaire.players import sanctions
from solitaire.players.models import Player
from solitaire.races import conduct
from solitaire.races.models import Flag

NAME, COMMENT, RESULT = "name", "comment", "result"
KINDS: Final = {
    NAME: Flag.Kind.REPORTED_NAME,
    COMMENT: Flag.Kind.REPORTED_COMMENT,
    RESULT: Flag.Kind.REPORTED_RESULT,
}
"""What can be reported, and the flag it gets."""
OF_PLAYERS: Final = (Flag.Kind.REPORTED_NAME, Flag.Kind.REPORTED_COMMENT)
"""The flags that are dealt with in the streams of players' conduct."""

WHYS: Final[Mapping[str, Mapping[str, Promise]]] = {
    NAME: {
        "insult": _("It insults or offends"),
        "pretends": _("It pretends to be somebody else"),
        "spam": _("It is an advertisement"),
    },
    COMMENT: {
        "insult": _("It insults or offends"),
        "private": _("It gives away something private"),
        "spam": _("It is an advertisement"),
    },
    RESULT: {
        "program": _("A program played it"),
        "arranged": _("The racers had agreed on it"),
        "twice": _("Somebody raced against themselves"),
    },
}
"""What can be said of each, and how that is put."""
WORDS: Final = {why: text for whys in WHYS.values() for why, text in whys.items()}


class About(NamedTuple):
    """What a report is about, and whom; `game` and `comment` are "" where there is none."""

    kind: str
    player: Player
    game: str = ""
    race: str = ""
    comment: str = ""
    text: str = ""
    """The name or the comment, for the page; no event has it."""


def report(about: About, why: str, reporter: str) -> None:
    """Tell the operators; once however often. Raises `ValueError` for a reason that is none."""
    if why not in WHYS[about.kind]:
        raise ValueError(f"{why!r}: a reason is one of {', '.join(WHYS[about.kind])}")
    if about.kind == RESULT:
        conduct.report_result(about.game, about.player.pk, about.race, why, reporter)
        return
    kind = KINDS[about.kind]
    data = {"kind": kind.value, "why": why, "game": about.game, "comment": about.comment}
    command = f"report-{about.comment or rounds(about.player.pk)}-{reporter}"
    sanctions.append(about.player.pk, NewEvent("reported", data), reporter, command=command)


def rounds(player: str) -> int:
    """How often operators have looked at a player's name: a report after that is a new one."""
    events = store.read(sanctions.stream_of(player))
    return sum(is_verdict(event) and event.data["kind"] == Flag.Kind.REPORTED_NAME for event in events)


def of_comment(comment: Comment) -> About:
    """A report of a comment."""
    return About(COMMENT, comment.author, comment.game, comment=comment.pk, text=comment.text)


def of_name(player: Player) -> About:
    """A report of a name."""
    return About(NAME, player, text=player.name)


def of_result(result: Result) -> About:
    """A report of a result, which comes with its game and owner."""
    return About(RESULT, result.owner, result.game_id, result.game.race)


def resolve(flag: Flag, verdict: str, reason: str, operator: str) -> None:
    """Write down what an operator has found of any flag: `cleared`, `confirmed`, or of a result `voided`.

    Raises `ValueError` for a bad reason, or a verdict that this flag cannot have.
    """
    if flag.kind not in OF_PLAYERS:
        conduct.resolve(flag.game, flag.kind, verdict, reason, operator)
        return
    if verdict not in ("cleared", "confirmed"):
        raise ValueError(f"{verdict!r}: of {flag.kind} the verdict is cleared or confirmed")
    data = {"kind": flag.kind, "comment": comment_of(flag), "reason": sanctions.good_reason(reason)}
    sanctions.append(flag.player_id, NewEvent(verdict, data), operator)


def comment_of(flag: Flag) -> str:
    """The id of the comment a flag is about; "" where it is about none."""
    return flag.pk.partition("-")[0] if flag.kind == Flag.Kind.REPORTED_COMMENT else ""


# --- the rows ---


def listen() -> None:
    """Write flags in the transaction of each event."""
    milestones.listen(sanctions.JUDGED, _judged)


def _judged(judged: sanctions.Judged, events: Sequence[Event]) -> None:
    for event in events:
        if is_about_a_flag(event):
            flag = Flag.objects.filter(pk=id_of(judged.player, event)).first()
            followed = follow(judged.player, flag, event)
            if followed:
                followed.save()


def is_about_a_flag(event: Event) -> bool:
    """Whether an event of a stream of conduct is a report, or what was found of one."""
    return event.kind == "reported" or is_verdict(event)


def is_verdict(event: Event) -> bool:
    """Whether an event is what an operator has found of a report."""
    return event.kind in ("cleared", "confirmed")


def id_of(player: str, event: Event) -> str:
    """The id of the flag that an event is about."""
    return f"{event.data['comment'] or player}-{event.data['kind']}"


def follow(player: str, flag: Flag | None, event: Event) -> Flag | None:
    """The flag after an event, not saved; None for a verdict on none."""
    data = event.data
    if event.kind == "reported":
        if flag is None or (flag.verdict and not data["comment"]):
            flag = Flag(id=id_of(player, event), game=data["game"], kind=data["kind"], detail={}, at=event.at)
            flag.player_id = player
        flag.detail = {**flag.detail, data["why"]: flag.detail.get(data["why"], 0) + 1}
    elif flag is not None:
        flag.verdict, flag.reason = conduct.VERDICTS[event.kind], data["reason"]
        flag.resolved_by, flag.resolved_at = event.who or "", event.at
    return flag


def logged() -> Iterator[Flag]:
    """Every flag of a name or a comment, as the log has it; not saved."""
    for head in store.heads(sanctions.PREFIX):
        player = head.stream.removeprefix(sanctions.PREFIX)
        yield from _flags(player, store.read(head.stream))


def _flags(player: str, events: Iterable[Event]) -> list[Flag]:
    found: dict[str, Flag] = {}
    for event in filter(is_about_a_flag, events):
        key = id_of(player, event)
        flag = follow(player, found.get(key), event)
        if flag:
            found[key] = flag
    return list(found.values())


def rebuild() -> None:
    """Write all flags of names and comments from the log again, once the others are written."""
    Flag.objects.filter(kind__in=OF_PLAYERS).delete()
    Flag.objects.bulk_create(logged())
