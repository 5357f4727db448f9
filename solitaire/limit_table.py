"""Everything that is limited, in one table: how large, how often, how many, for whom, and what whoever goes over gets.

The numbers are the settings'. `manage.py limits` prints the table as Markdown; `deploy/limits.md` is what it prints.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from django.conf import settings

from solitaire.limits import KEYS_KEPT
from solitaire.log import event, writer
from solitaire.rules import record

PLAYER, NETWORK, SOCKET, PROCESS = "player", "network", "socket", "process"
PAGE = "a page that says when to come back (429)"
CLOSED = "`error` with `too-many`, and the socket is closed (4429)"


class Limit(NamedTuple):
    """One row."""

    what: str
    where: str
    most: str
    per: str
    answer: str
    shared: bool = False
    """Whether all processes of a site count together, where they have a Redis."""


class Rate(NamedTuple):
    """What a name in a section of the settings counts, which has `per_s` and `burst`."""

    what: str
    where: str
    per: str
    answer: str = PAGE
    shared: bool = True


RATES: Final[Mapping[str, Mapping[str, Rate]]] = {
    "SITE": {
        "pages": Rate("pages, of all kinds", "every page but those below `/api/`", NETWORK),
    },
    "PLAYERS": {
        "logins_of_a_name": Rate("tries of one name's password", "`POST /login`, `/admin/login/`", "name"),
        "logins": Rate("tries of any password", "`POST /login`, `/admin/login/`", NETWORK),
        "sign_ups": Rate("new accounts", "`POST /signup`", NETWORK),
        "guests": Rate("new guests", "whatever makes one, such as `POST /play`", NETWORK),
        "letters_to_one": Rate("letters to one e-mail address", "`POST /password/forgotten`", "e-mail address"),
        "letters": Rate("letters asked for", "`POST /password/forgotten`", NETWORK),
        "follows": Rate("players followed, or not any more", "`POST /player/…/follow`, `/unfollow`", PLAYER),
    },
    "CONDUCT": {
        "reports": Rate("reports", "`POST /report/…`", PLAYER),
        "reports_of_a_network": Rate("reports", "`POST /report/…`", NETWORK),
        "comments": Rate("comments", "`POST /replay/…/comments`", PLAYER),
        "comments_of_a_network": Rate("comments", "`POST /replay/…/comments`", NETWORK),
        "blocks": Rate("players blocked, or not any more", "`POST /player/…/block`, `/unblock`", PLAYER),
    },
    "LIVE": {
        "deals": Rate("games dealt", "`POST /play`, `/game/…/play-on`", PLAYER),
    },
    "ROOMS": {
        "rooms": Rate("races made or sought", "`POST /race/new`, `/race/now`, `/race/ghosts`", PLAYER),
        "seats": Rate("seats taken or left", "`POST /race/…/join`, `/leave`, `/rematch`", PLAYER),
        "acts": Rate("acts in a race", "`/ws/race/…`", PLAYER, "`error` with `too-many`"),
        "messages": Rate("messages", "`/ws/race/…`, `/ws/lobby`", SOCKET, CLOSED, shared=False),
    },
    "DAILY": {
        "starts": Rate("games of the day dealt", "`POST /daily/…/play`, `/practise`", PLAYER),
    },
    "REPLAYS": {
        "api": Rate("requests", "`/api/…`", NETWORK, "`too-many` as JSON, with `Retry-After` (429)"),
        "pictures": Rate(
            "pictures that have to be drawn", "`/deal/….png`, `/replay/….png`", NETWORK, "429, with `Retry-After`"
        ),
        "downloads": Rate("archives of one's own data", "`POST /account/data`", PLAYER),
    },
    "RULEBOOK": {
        "trials": Rate("moves on the small tables of the rules", "`/rules/…`", NETWORK, "`too-many` as JSON (429)"),
    },
}
"""What each name in the settings counts; a name that is missing here is a mistake (and a failing test)."""


def table() -> list[Limit]:
    """All rows: how often, how large, how many."""
    return [*_rates(), *_sizes(), *_counts()]


def _rates() -> Iterator[Limit]:
    for section, rates in RATES.items():
        for name, rate in rates.items():
            allowed = getattr(settings, section)[name]
            yield Limit(rate.what, rate.where, _often(**allowed), rate.per, rate.answer, rate.shared)
    live = settings.LIVE
    commands = _often(live["commands_per_s"], live["command_burst"])
    yield Limit("messages", "`/ws/game/…`", commands, f"{PLAYER}, or {NETWORK} where nobody has a name", CLOSED)


def _sizes() -> Iterator[Limit]:
    broken = "the socket is closed"
    yield Limit(
        "a message to a socket",
        "`/ws/…`",
        _bytes(settings.LIVE["message_bytes"]),
        SOCKET,
        f"`too-large`, {broken} (4413)",
    )
    yield Limit(
        "a frame, whatever is in it", "`/ws/…`", _bytes(settings.LIVE["frame_bytes"]), SOCKET, f"{broken} (1009)"
    )
    yield Limit("a posted form", "every page", _bytes(settings.DATA_UPLOAD_MAX_MEMORY_SIZE), "request", "400")
    yield Limit("fields of a form", "every page", str(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS), "request", "400")
    yield Limit(
        "a game record read in", "`manage.py fold`", _bytes(record.MOST_BYTES), "file", "a sentence, exit status 2"
    )
    yield Limit("the data of an event", "the log", _bytes(event.DATA_BYTES), "event", "the append is refused")
    yield Limit("events of one append", "the log", str(event.EVENTS_PER_APPEND), "append", "the append is refused")


def _counts() -> Iterator[Limit]:
    live, races = settings.LIVE, settings.RACES
    yield Limit("open sockets", "`/ws/…`", str(live["sockets_per_player"]), PLAYER, CLOSED)
    yield Limit("open sockets", "`/ws/…`", str(live["sockets_per_address"]), NETWORK, CLOSED)
    yield Limit("silence", "`/ws/…`", f"{live['silence_s']} s", SOCKET, "`silent`, the socket is closed (4408)")
    yield Limit(
        "games in memory that nobody sits at",
        "memory",
        str(live["tables_kept"]),
        PROCESS,
        "dropped, read again when wanted",
    )
    yield Limit("events of those", "memory", f"{live['events_kept']:,}", PROCESS, "dropped, read again when wanted")
    yield Limit("appends that wait", "the log", f"{writer.QUEUE:,}", PROCESS, "`unavailable`: try again")
    yield Limit("frames", "`/ws/race/…`", f"{races['frames_per_s']} a second", SOCKET, "what is new waits for the next")
    yield Limit(
        "players, names or networks remembered",
        "memory",
        f"{KEYS_KEPT:,}",
        "limit and process",
        "the one seen longest ago is forgotten",
    )


def _often(per_s: float, burst: float) -> str:
    """What a token bucket lets through.

    >>> _often(1 / 30, 10), _often(200, 400)
    ('one every 30 s, 10 at once', '200 a second, 400 at once')
    """
    if per_s > 1:
        return f"{per_s:g} a second, {burst:g} at once"
    every = 1 / per_s
    return f"one every {f'{every:g} s' if every != 1 else 'second'}, {burst:g} at once"


def _bytes(number: int) -> str:
    return f"{number // 1024} KiB" if number % 1024 == 0 else f"{number:,} bytes"


INTRODUCTION = """\
# What is limited

Printed by `manage.py limits` from `solitaire/limit_table.py`; the numbers are those of `solitaire/settings.py`.

A network is one IPv4 address or the /64 of an IPv6 one, and a whole school can be behind it. With `REDIS_URL` all
processes of a site count together where the table says so; without it, or while Redis is away, each counts for itself.
What goes over a socket is counted by the process that has the socket: asking Redis for each move would cost more than
the move.

| what | where | at most | for each | going over | together |
|---|---|---|---|---|---|
"""


def markdown() -> str:
    """The table as a page."""
    rows = ((*limit[:-1], "yes" if limit.shared else "") for limit in table())
    return INTRODUCTION + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def unknown() -> dict[str, set[str]]:
    """The limits in the settings that no row speaks of, by section; there should be none."""
    found = {}
    for section in filter(str.isupper, dir(settings)):
        kept = getattr(settings, section)
        limits = {name for name, limit in kept.items() if _is_rate(limit)} if isinstance(kept, dict) else set()
        if missing := limits.difference(RATES.get(section, ())):
            found[section] = missing
    return found


def _is_rate(limit: Any) -> bool:
    return isinstance(limit, dict) and limit.keys() == {"per_s", "burst"}
