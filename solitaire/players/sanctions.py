"""What operators decide about a player: a new name, silence, or the door. Each is an event with a reason.

All that is said of how a player behaves is in the stream `conduct:<player>`, whose id is the log's own for them: what
others report (see `replays.reports`) and what operators (`who`) find and decide.

| kind | data | meaning |
|---|---|---|
| `reported` | `kind`, `why`, `game`, `comment` | another player (`who`) has reported the name, or a comment |
| `cleared` | `kind`, `comment`, `reason` | an operator has looked, and all is fine |
| `confirmed` | `kind`, `comment`, `reason` | it is as reported: such a comment is shown to nobody |
| `renamed` | `reason` | the name was taken from the player, who has a guest's now |
| `muted` | `reason`, `until` | no comments, until then (milliseconds since 1970) or, null, for good |
| `unmuted` | `reason` | |
| `banned` | `reason` | the player cannot do anything on the site any more |
| `unbanned` | `reason` | |

The log keeps names nowhere, and neither should a reason. A ban leaves the player's sessions as they are, so that their
browsers can be told of it (see `barred`); nobody is logged in through them.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from django.contrib.auth.hashers import check_password
from django.db import IntegrityError, transaction
from django.db.models import Q

from solitaire.clock import clock
from solitaire.log import milestones, store, writer
from solitaire.log.event import Event, Milestone, NewEvent
from solitaire.players.absorb import owners, selves
from solitaire.players.models import FormerName, Player, Sanction, Session
from solitaire.players.names import guest_names, name_key, name_look
from solitaire.players.signals import session_ended

PREFIX: Final = "conduct:"
JUDGED: Final = "player-judged"
"""Every event of a stream of conduct; the state is a `Judged`."""

LONGEST_REASON: Final = 500
DAY_MS: Final = 24 * 60 * 60 * 1000
LONGEST_MUTE_DAYS: Final = 3650

FIELDS: Final = {
    "reported": {"kind", "why", "game", "comment"},
    "cleared": {"kind", "comment", "reason"},
    "confirmed": {"kind", "comment", "reason"},
    "renamed": {"reason"},
    "muted": {"reason", "until"},
    "unmuted": {"reason"},
    "banned": {"reason"},
    "unbanned": {"reason"},
}
"""What the data of each kind of event holds."""
TOLD: Final = ("renamed", "muted", "unmuted", "banned", "unbanned")
"""What the player is told of."""


class Judged(NamedTuple):
    """The player that something was said of, and the name they have from now on where they are renamed."""

    player: str
    name: str = ""


def stream_of(player_id: str) -> str:
    """The name of the stream in which a player's conduct is dealt with."""
    return PREFIX + player_id


# --- what operators do ---


def rename(player: str, reason: str, operator: str) -> str:
    """Take a player's name from them, and give them a guest's; the new one.

    Nobody can take the old one, by which an account can still log in. Raises `ValueError` for a bad reason.
    """
    for name in guest_names():
        try:
            _decide(player, NewEvent("renamed", {"reason": good_reason(reason)}), operator, name)
        except IntegrityError:
            continue  # somebody has that name
        return name
    raise AssertionError  # the names have no end


def mute(player: str, reason: str, operator: str, days: int | None = None) -> None:
    """Let a player write no comments for so many days, or for good. Raises `ValueError` for a bad reason."""
    if days is not None and not 1 <= days <= LONGEST_MUTE_DAYS:
        raise ValueError(f"{days} days: 1 to {LONGEST_MUTE_DAYS} are allowed")
    until = None if days is None else now_ms() + days * DAY_MS
    _decide(player, NewEvent("muted", {"reason": good_reason(reason), "until": until}), operator)


def unmute(player: str, reason: str, operator: str) -> None:
    """Let a player write again. Raises `ValueError` for a bad reason."""
    _decide(player, NewEvent("unmuted", {"reason": good_reason(reason)}), operator)


def ban(player: str, reason: str, operator: str) -> None:
    """Show a player the door. Raises `ValueError` for a bad reason."""
    _decide(player, NewEvent("banned", {"reason": good_reason(reason)}), operator)


def unban(player: str, reason: str, operator: str) -> None:
    """Let a player in again. Raises `ValueError` for a bad reason."""
    _decide(player, NewEvent("unbanned", {"reason": good_reason(reason)}), operator)


def good_reason(text: str) -> str:
    """The reason without white space around it; raises `ValueError` where there is none, or too much of it."""
    reason = text.strip()
    if not 0 < len(reason) <= LONGEST_REASON:
        raise ValueError(f"a reason has 1 to {LONGEST_REASON} characters, this one has {len(reason)}")
    return reason


def _decide(player: str, event: NewEvent, operator: str, name: str = "") -> None:
    """A decision is about whom the games belong to: of a guest who has come to an account, that account."""
    append(owners([player])[player], event, operator, name=name)


def append(player: str, event: NewEvent, who: str | None, command: str | None = None, name: str = "") -> None:
    """Write down something about a player's conduct; a `command` has its effect once."""
    writer.append_at_end(stream_of(player), event, who, command, Milestone(JUDGED, Judged(player, name)))


# --- the rows ---


def listen() -> None:
    """Follow what is decided, in the transaction of its event."""
    milestones.listen(JUDGED, _judged)


def _judged(judged: Judged, events: Sequence[Event]) -> None:
    for event in events:
        if event.kind not in TOLD:
            continue
        if event.kind == "renamed":
            _rename(judged)
            continue
        row = Sanction.objects.filter(pk=judged.player).first() or Sanction(player_id=judged.player)
        follow(row, event)
        row.save()
        if event.kind == "banned":
            _show_the_door(judged.player)
        elif event.kind == "unbanned":
            Player.objects.filter(pk=judged.player, absorbed_by=None, left_at=None).update(is_active=True)


def follow(row: Sanction, event: Event) -> None:
    """Let a row, which is not saved here, follow a decision."""
    reason = event.data["reason"]
    match event.kind:
        case "muted":
            row.muted, row.muted_until, row.mute_reason = True, event.data["until"], reason
        case "unmuted":
            row.muted, row.muted_until, row.mute_reason = False, None, ""
        case "banned":
            row.banned, row.ban_reason = True, reason
        case "unbanned":
            row.banned, row.ban_reason = False, ""


def _rename(judged: Judged) -> None:
    player = Player.objects.get(pk=judged.player)
    if player.left_at is not None:
        return  # there is no name any more
    kept = {"look": player.name_look, "player": player}
    FormerName.objects.get_or_create(key=player.name_key, defaults=kept)
    player.name = judged.name
    player.save(update_fields=["name", "name_key", "name_look"])


def _show_the_door(player: str) -> None:
    Player.objects.filter(pk=player).update(is_active=False)
    keys = list(Session.objects.filter(player=player).values_list("session_key", flat=True))
    transaction.on_commit(lambda: _announce(keys))


def _announce(keys: Sequence[str]) -> None:
    """The sessions stay, but their sockets close."""
    for key in keys:
        session_ended.send_robust(sender=Session, session_key=key)


# --- what is asked ---


def now_ms() -> int:
    """The server's clock, in milliseconds since 1970."""
    return clock.now_ms()


def mute_of(player: str) -> Sanction | None:
    """Why, and until when, a player may not write; None where they may."""
    holds = Q(muted_until=None) | Q(muted_until__gt=now_ms())
    return Sanction.objects.filter(holds, player__in=selves(player), muted=True).first()


def ban_of(player: str) -> Sanction | None:
    """Why a player may do nothing; None where they may."""
    return Sanction.objects.filter(pk=player, banned=True).first()


def ban_at_the_door(name: str, password: str) -> Sanction | None:
    """The ban of the account of that name and password; None where they do not belong together, or there is none."""
    with suppress(Player.DoesNotExist):
        player = Player.objects.get_by_natural_key(name)
        banned = ban_of(player.pk)
        if banned and check_password(password, player.password):
            return banned
    return None


def is_taken_away(name: str) -> bool:
    """Whether an operator has taken that name, or one that looks like it, from somebody."""
    return FormerName.objects.filter(Q(pk=name_key(name)) | Q(look=name_look(name))).exists()


def forget_names(player: str) -> None:
    """Leave nothing of the names that were taken from somebody who wants to be forgotten."""
    FormerName.objects.filter(player__in=selves(player)).delete()


class Told(NamedTuple):
    """A decision, as its player is told of it; times in milliseconds since 1970."""

    kind: str
    reason: str
    at: int
    until: int | None


def told(player: str) -> list[Told]:
    """What operators have decided about a player, the latest first."""
    events = [event for one in selves(player) for event in store.read(stream_of(one)) if event.kind in TOLD]
    events.sort(key=lambda event: event.at, reverse=True)
    return [Told(event.kind, event.data["reason"], event.at, event.data.get("until")) for event in events]


# --- from the log again ---


def logged() -> Iterator[Sanction]:
    """The row of every player about whom something was decided, as the log has it; not saved."""
    for head in store.heads(PREFIX):
        row = Sanction(player_id=head.stream.removeprefix(PREFIX))
        decided = [event for event in store.read(head.stream) if event.kind in TOLD and event.kind != "renamed"]
        for event in decided:
            follow(row, event)
        if decided:
            yield row


def differences() -> Iterator[str]:
    """Players who are not muted or banned as the log says, each in a sentence; none in a sound database."""
    kept = {row.pk: row for row in Sanction.objects.all()}
    for row in logged():
        found = kept.pop(row.pk, None)
        if _state(found) != _state(row):
            yield f"player {row.pk}: muted or banned otherwise than in the log"
        if row.banned and Player.objects.filter(pk=row.pk, is_active=True).exists():
            yield f"player {row.pk}: banned, and active"
    for player in kept:
        yield f"player {player}: muted or banned, and not in the log"


def _state(row: Sanction | None) -> tuple[Any, ...]:
    return () if row is None else (row.muted, row.muted_until, row.mute_reason, row.banned, row.ban_reason)


def rebuild() -> None:
    """Throw away what was decided, and read it from the log again, once it is known who absorbed whom."""
    with transaction.atomic():
        before = Sanction.objects.filter(banned=True).values_list("pk", flat=True)
        Player.objects.filter(pk__in=list(before), absorbed_by=None, left_at=None).update(is_active=True)
        Sanction.objects.all().delete()
        rows = list(logged())
        Sanction.objects.bulk_create(rows)
        Player.objects.filter(pk__in=[row.pk for row in rows if row.banned]).update(is_active=False)


def check(events: Sequence[Event]) -> None:
    """Raise `ValueError` where a stream of conduct is not what the site writes."""
    for event in events:
        if event.kind not in FIELDS:
            raise ValueError(f"version {event.version}: conduct has no event of the kind {event.kind!r}")
        if not isinstance(event.data, dict) or set(event.data) != FIELDS[event.kind]:
            raise ValueError(f"version {event.version}: {event.kind} with wrong data")
