"""Compares everything derived with the log: each row both ways, so that what is missing and what is too much shows."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from django.db.models import Exists, Model, OuterRef

from replays import boards
from replays.models import BoardRow, DealCount, Game, Result
from replays.refold import BATCH, Folded, Unsound, batches, fold, rows
from replays.results import count_deals
from solitaire.live.models import OpenGame
from solitaire.live.table import PREFIX as GAMES
from solitaire.live.table import stream_of
from solitaire.log import store
from solitaire.log.event import Event, Unreadable
from solitaire.players import absorb
from solitaire.players.joining import stream_of as stream_of_player
from solitaire.players.models import Player

PLAYERS = stream_of_player("")
"""What the names of all players' streams begin with."""


class Finding(NamedTuple):
    """Something that does not agree: the stream, player or deal it is about, and what is wrong there."""

    subject: str
    text: str

    def __str__(self) -> str:
        """On one line."""
        return f"{self.subject}: {self.text}"


Progress = Callable[[int], None]
"""Told how many more streams have been looked at."""


def audit(progress: Progress) -> Iterator[Finding]:
    """Everything that does not agree: the log with itself, its games with the rules, what is derived with the log."""
    yield from of_log(progress)
    yield from of_players()
    yield from without_stream()
    yield from of_first_attempts()
    yield from of_deals()
    yield from of_boards()


def of_log(progress: Progress) -> Iterator[Finding]:
    """Streams that are not sound, and games whose own rows are not what their streams say."""
    for problems, folded in read_log(progress):
        yield from problems
        yield from of_rows(folded)


def of_streams(progress: Progress) -> Iterator[Finding]:
    """Streams that were changed or cut, or that are no games by the rules: what no rebuild can put right."""
    for problems, _ in read_log(progress):
        yield from problems


def read_log(progress: Progress) -> Iterator[tuple[list[Finding], list[Folded]]]:
    """The whole log, some streams at a time: what is wrong with them, and the games among them."""
    for streams in batches(store.streams(), BATCH):
        problems, folded = [], []
        for stream in streams:
            problems += [Finding(stream, problem) for problem in store.check(stream)]
            try:
                if stream.startswith(GAMES):
                    folded.append(fold(stream, store.read(stream)))
                elif stream.startswith(PLAYERS):
                    check_player(store.read(stream))
                else:
                    raise Unsound("is no stream of a game or a player")
            except Unsound as error:
                problems.append(Finding(stream, str(error)))
            except Unreadable:
                continue  # the check has said so
        yield problems, folded
        progress(len(streams))


def check_player(events: Sequence[Event]) -> None:
    """Raise `Unsound` where the stream of a player is not what the site writes."""
    for event in events:
        if event.kind != ("joined" if event.version == 1 else "absorbed"):
            raise Unsound(f"version {event.version}: a player has no event of the kind {event.kind!r} there")


def of_players() -> Iterator[Finding]:
    """Streams of players who have no row, players who have no stream, and guests whose account is not the log's."""
    for heads in batches(store.heads(PLAYERS), BATCH):
        streams = {head.stream for head in heads}
        ids = [stream.removeprefix(PLAYERS) for stream in streams]
        known = Player.objects.filter(pk__in=ids).values_list("pk", flat=True)
        for stream in sorted(streams.difference(map(stream_of_player, known))):
            yield Finding(stream, "has no row among the players")
    with suppress(Unreadable):  # a player's stream that cannot be read has been named already
        for difference in absorb.differences():
            subject, _, text = difference.partition(": ")
            yield Finding(subject, text)


def of_rows(folded: list[Folded]) -> Iterator[Finding]:
    """Rows of some games that are not what their streams say; first attempts are looked at elsewhere."""
    expected = list(rows(folded))
    games = [game for game, _ in expected]
    results = [result for _, result in expected if result]
    open_games = [
        OpenGame(stream_of(state.id), lost=state.game.status == "lost")
        for state in (game.state for game in folded)
        if not state.game.over
    ]
    yield from compare(games, but=("first",))
    yield from compare(results)
    yield from compare(open_games)
    ids = {game.pk for game in games}
    for result in Result.objects.filter(pk__in=ids.difference(result.pk for result in results)):
        yield Finding(stream_of(result.pk), "has a result, and has not ended")
    closed = {stream_of(pk) for pk in ids}.difference(row.pk for row in open_games)
    for row in OpenGame.objects.filter(pk__in=closed):
        yield Finding(row.pk, "is listed as open, and is over")


def without_stream() -> Iterator[Finding]:
    """Rows of games and players that the log does not know."""
    rows_of_streams: list[Iterator[str]] = [
        map(stream_of, Game.objects.order_by("pk").values_list("pk", flat=True).iterator()),
        OpenGame.objects.order_by("pk").values_list("pk", flat=True).iterator(),
        map(stream_of_player, Player.objects.order_by("pk").values_list("pk", flat=True).iterator()),
    ]
    for streams in rows_of_streams:
        for some in batches(streams, BATCH):
            known = {head.stream for head in store.heads_of(some)}
            yield from (Finding(stream, "has a row, and is not in the log") for stream in some if stream not in known)


def of_first_attempts() -> Iterator[Finding]:
    """Games wrongly marked, or not marked, as their owner's first attempt at a deck."""
    games = Game.objects.order_by("owner", "deck_key", "dealt_at", "id")
    attempts = games.values_list("owner", "deck_key", "id", "first").iterator()
    for _, attempts_at_deck in groupby(attempts, key=lambda attempt: attempt[:2]):
        for turn, (_, _, game, marked) in enumerate(attempts_at_deck):
            if marked != (turn == 0):
                is_, marked_ = ("is no", "marked") if marked else ("is the", "not marked")
                yield Finding(stream_of(game), f"{is_} first attempt at its deck, and {marked_} as such")


def of_deals() -> Iterator[Finding]:
    """Deal codes counted wrongly."""
    for some in batches(count_deals(), BATCH):
        yield from compare(some)
    for row in DealCount.objects.filter(~Exists(Game.objects.filter(code=OuterRef("code")))).iterator():
        yield Finding(f"deal {row.code}", "is counted, and has not been played")


def of_boards() -> Iterator[Finding]:
    """Rows of boards that are missing, wrong, or too many."""
    for some in batches(boards.standing(Result.objects.all()), BATCH):
        yield from compare(some)
    for kept in batches(BoardRow.objects.order_by("code", "owner", "board").iterator(), BATCH):
        results = Result.objects.filter(code__in={row.code for row in kept}, owner__in={row.owner_id for row in kept})
        expected = {row.pk for row in boards.standing(results)}
        for row in kept:
            if row.pk not in expected:
                text = f"stands on the board {row.board!r} of {row.code}, where {row.owner_id} has no game"
                yield Finding(subject(row), text)


def compare(expected: Collection[Model], but: Collection[str] = ()) -> Iterator[Finding]:
    """Where the database has not the `expected` rows (of one model), as they are but for the fields `but`."""
    if not expected:
        return
    model = type(next(iter(expected)))
    kept = {row.pk: row for row in model._default_manager.filter(pk__in=[row.pk for row in expected])}
    names = [field.attname for field in model._meta.concrete_fields if field.name not in but]
    for row in expected:
        found = kept.get(row.pk)
        if found is None:
            yield Finding(subject(row), f"has no row among the {model._meta.verbose_name_plural}")
            continue
        wrong = [
            f"{name} is {getattr(found, name)!r}, and {getattr(row, name)!r} by the log"
            for name in names
            if getattr(found, name) != getattr(row, name)
        ]
        if wrong:
            yield Finding(subject(row), f"{model._meta.verbose_name}: {'; '.join(wrong)}")


def subject(row: Model) -> str:
    """What a row is about, as findings name it."""
    match row:
        case Game():
            return stream_of(row.pk)
        case Result() | BoardRow():
            return stream_of(row.game_id)
        case DealCount():
            return f"deal {row.code}"
        case _:
            return str(row.pk)
