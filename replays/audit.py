"""Compares everything derived with the log: each row both ways, so that what is missing and what is too much shows."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import chain, groupby
from typing import NamedTuple

from django.db.models import Exists, Model, OuterRef

from replays import boards, places, race_places, reports, tallies, wins
from replays.batches import BATCH, batches
from replays.models import (
    ATTEMPTS,
    BoardRow,
    DealCount,
    DeckWin,
    Game,
    PlaceCount,
    PlayerDeal,
    PlayerWay,
    RacePlace,
    Result,
    WinStreak,
    WinTally,
)
from replays.refold import Unsound, fold_day, fold_game, fold_race, rows
from replays.results import count_deals
from solitaire.daily import day as days
from solitaire.daily.day import Day
from solitaire.daily.models import Attempt, DayRow
from solitaire.daily.rows import attempt_row, day_row, is_attempt
from solitaire.live.models import OpenGame
from solitaire.live.table import TableState, stream_of
from solitaire.log import store
from solitaire.log.event import Event, Unreadable
from solitaire.players import absorb, leaving, sanctions
from solitaire.players.absorb import owners
from solitaire.players.joining import stream_of as stream_of_player
from solitaire.players.models import Player
from solitaire.races import conduct, ratings
from solitaire.races import race as races
from solitaire.races.ghosts import recorded
from solitaire.races.models import Flag, RaceRow, Rating, RatingChange, RecordedGame, SeatRow
from solitaire.races.race import Race
from solitaire.races.rows import race_row, seat_rows

PLAYERS = stream_of_player("")
"""What the names of all players' streams begin with."""


class Finding(NamedTuple):
    """Something that does not agree: the stream, player or deal it is about, and what is wrong there."""

    subject: str
    text: str

    def __str__(self) -> str:
        """On one line."""
        return f"{self.subject}: {self.text}"

    @classmethod
    def of(cls, line: str) -> "Finding":
        """As a line has it."""
        subject, _, text = line.partition(": ")
        return cls(subject, text)


Progress = Callable[[int], None]
"""Told how many more streams have been looked at."""


def audit(progress: Progress) -> Iterator[Finding]:
    """Everything that does not agree: the log with itself, its games with the rules, what is derived with the log."""
    yield from of_log(progress)
    yield from of_players()
    yield from of_conduct()
    yield from of_ratings()
    yield from without_stream()
    yield from of_first_attempts()
    yield from of_ranked_attempts()
    yield from of_deals()
    yield from of_boards()
    yield from of_tallies()
    yield from of_decks_won()
    yield from of_win_tallies()
    yield from of_places()


def of_log(progress: Progress) -> Iterator[Finding]:
    """Streams that are not sound, and games whose own rows are not what their streams say."""
    for read in read_log(progress):
        yield from read.problems
        yield from of_rows(read.games)
        yield from of_flags(read.games)
        yield from of_races(read.races)
        yield from of_days(read.days)
        yield from of_attempts(read.games)


def of_streams(progress: Progress) -> Iterator[Finding]:
    """Streams that were changed or cut, or that are no games by the rules: what no rebuild can put right."""
    for read in read_log(progress):
        yield from read.problems


class Read(NamedTuple):
    """Some streams of the log: what is wrong with them, and the games, races and days among them."""

    problems: list[Finding]
    games: list[TableState]
    races: list[Race]
    days: list[Day]

    def take(self, stream: str) -> None:
        """Check a stream, and keep what it folds to."""
        self.problems.extend(Finding(stream, problem) for problem in store.check(stream))
        try:
            self._fold(stream, store.read(stream))
        except Unsound as error:
            self.problems.append(Finding(stream, str(error)))
        except Unreadable:
            pass  # the check has said so

    def _fold(self, stream: str, events: Sequence[Event]) -> None:
        match stream.partition(":")[0]:
            case "game":
                self.games.append(fold_game(stream, events))
            case "race":
                self.races.append(fold_race(stream, events))
            case "daily":
                self.days.append(fold_day(stream, events))
            case "player":
                check_player(events)
            case "ratings":
                check_by(ratings.check, events)
            case "review":
                check_by(conduct.check, events)
            case "conduct":
                check_by(sanctions.check, events)
            case _:
                raise Unsound("is no stream of a game, a race, a day, a player, ratings, a review or conduct")


def read_log(progress: Progress) -> Iterator[Read]:
    """The whole log, some streams at a time."""
    for streams in batches(store.streams(), BATCH):
        read = Read([], [], [], [])
        for stream in streams:
            read.take(stream)
        yield read
        progress(len(streams))


def check_player(events: Sequence[Event]) -> None:
    """Raise `Unsound` where the stream of a player is not what the site writes."""
    for event in events:
        if event.kind not in (("joined",) if event.version == 1 else ("absorbed", "left")):
            raise Unsound(f"version {event.version}: a player has no event of the kind {event.kind!r} there")


def check_by(check: Callable[[Sequence[Event]], None], events: Sequence[Event]) -> None:
    """Raise `Unsound` where `check` finds that the events of a stream are not what the site writes."""
    try:
        check(events)
    except ValueError as error:
        raise Unsound(str(error)) from error


def of_players() -> Iterator[Finding]:
    """Streams of players who have no row, players who have no stream, and guests whose account is not the log's."""
    for heads in batches(store.heads(PLAYERS), BATCH):
        streams = {head.stream for head in heads}
        ids = [stream.removeprefix(PLAYERS) for stream in streams]
        known = Player.objects.filter(pk__in=ids).values_list("pk", flat=True)
        for stream in sorted(streams.difference(map(stream_of_player, known))):
            yield Finding(stream, "has no row among the players")
    with suppress(Unreadable):  # a player's stream that cannot be read has been named already
        yield from map(Finding.of, chain(absorb.differences(), leaving.differences()))


def of_conduct() -> Iterator[Finding]:
    """Names and comments that are flagged, and players who are muted or banned, otherwise than the log says."""
    with suppress(Unreadable, LookupError, TypeError):  # a stream that cannot be read has been named already
        known: set[str] = set()
        for some in batches(reports.logged(), BATCH):
            yield from compare(some)
            known.update(flag.pk for flag in some)
        for flag in Flag.objects.filter(kind__in=reports.OF_PLAYERS).iterator():
            if flag.pk not in known:
                yield Finding(subject(flag), f"is flagged for {flag.kind}, and should not be")
        yield from map(Finding.of, sanctions.differences())


def of_rows(states: list[TableState]) -> Iterator[Finding]:
    """Rows of some games that are not what their streams say, but for what hangs on a player's other games."""
    expected = list(rows(states))
    games = [game for game, _ in expected]
    results = [result for _, result in expected if result]
    open_games = [
        OpenGame(stream_of(state.id), lost=state.game.status == "lost") for state in states if not state.game.over
    ]
    yield from compare(games, but=("first",))
    yield from compare(results, but=("streak",))
    yield from compare(open_games)
    ids = {game.pk for game in games}
    for result in Result.objects.filter(pk__in=ids.difference(result.pk for result in results)):
        yield Finding(stream_of(result.pk), "has a result, and has not ended, or is hidden")
    closed = {stream_of(pk) for pk in ids}.difference(row.pk for row in open_games)
    for row in OpenGame.objects.filter(pk__in=closed):
        yield Finding(row.pk, "is listed as open, and is over")


def of_flags(states: list[TableState]) -> Iterator[Finding]:
    """Flags of some games, and what of them can be raced against, that are not what their streams say."""
    with suppress(Unreadable, LookupError, TypeError):  # a review that cannot be read has been named already
        expected = {state.id: conduct.flags_of(state) for state in states}
        flags = [flag for flags in expected.values() for flag in flags]
        reviews = conduct.review(flags)
        hidden = set(Game.objects.filter(pk__in=expected, hidden=True).values_list("pk", flat=True))
        kept_out = hidden.union(reviews)
        ghosts = [row for state in states if state.id not in kept_out and (row := recorded(state))]
        yield from compare(flags)
        yield from compare(ghosts)
        kept = Flag.objects.filter(game__in=expected, kind__in=conduct.OF_GAMES)
        for flag in kept.exclude(pk__in=[flag.pk for flag in flags]):
            yield Finding(stream_of(flag.game), f"is flagged for {flag.kind}, and should not be")
        for row in RecordedGame.objects.filter(pk__in=expected).exclude(pk__in=[row.pk for row in ghosts]):
            yield Finding(stream_of(row.pk), "can be raced against, and should not be")


def of_races(found: list[Race]) -> Iterator[Finding]:
    """Rows of some races and their seats that are not what their streams say."""
    seats = [seat for race in found for seat in seat_rows(race)]
    yield from compare([race_row(race) for race in found])
    yield from compare(seats, but=("seen_at", "network"))
    kept = SeatRow.objects.filter(race__in=[race.id for race in found]).exclude(pk__in=[seat.pk for seat in seats])
    places = race_places.rows(found)
    yield from compare(places)
    ended = RacePlace.objects.filter(race__in=[race.id for race in found])
    for place in ended.exclude(pk__in=[place.pk for place in places]):
        yield Finding(races.stream_of(place.race), f"has a place for {place.owner_id}, who has none by the log")
    for row in kept:
        yield Finding(races.stream_of(row.race_id), f"has the seat {row.pk}, which nobody has taken by the log")


def of_days(found: list[Day]) -> Iterator[Finding]:
    """Rows of some deals of the day that are not what their streams say."""
    yield from compare([day_row(day) for day in found])


def of_attempts(states: list[TableState]) -> Iterator[Finding]:
    """Attempts at deals of the day that are not what their streams say; which of them count is looked at elsewhere."""
    with suppress(Unreadable, LookupError, TypeError):  # a review that cannot be read has been named already
        ranked = [state for state in states if is_attempt(state)]
        owner = owners({state.player for state in ranked})
        reviews = conduct.review([flag for state in ranked for flag in conduct.flags_of(state)])
        rows = [attempt_row(state, owner[state.player], reviews.get(state.id, "")) for state in ranked]
        yield from compare(rows, but=("counts",))
        ids = {state.id for state in states}.difference(row.pk for row in rows)
        for row in Attempt.objects.filter(pk__in=ids):
            yield Finding(stream_of(row.pk), "is kept as an attempt at a deal of the day, and is none")


def of_ranked_attempts() -> Iterator[Finding]:
    """Attempts that wrongly count, or do not count, as their owner's one at a deal of the day."""
    attempts = Attempt.objects.order_by("owner", "day", "dealt_at", "game")
    in_turn = attempts.values_list("owner", "day", "game", "counts").iterator()
    for _, of_one in groupby(in_turn, key=lambda attempt: attempt[:2]):
        for turn, (_, _, game, counts) in enumerate(of_one):
            if counts != (turn == 0):
                yield Finding(
                    stream_of(game), "counts as a ranked attempt, and should not" if counts else "does not count"
                )


def of_ratings() -> Iterator[Finding]:
    """Ratings, and changes of them, that are not what their streams say."""
    with suppress(Unreadable, ValueError):  # such a stream has been named already
        for stream, events in ratings.streams():
            written, changes = ratings.derived(events)
            yield from compare(written)
            yield from compare(changes)
            draw = stream.removeprefix(ratings.PREFIX)
            known = {row.pk for row in (*written, *changes)}
            for model in (Rating, RatingChange):
                for row in model._default_manager.filter(draw=draw):
                    if row.pk not in known:
                        yield Finding(stream, f"has no {model._meta.verbose_name} {row}, as the database has it")
        yield from map(Finding.of, conduct.differences())


def without_stream() -> Iterator[Finding]:
    """Rows of games and players that the log does not know."""
    rows_of_streams: list[Iterator[str]] = [
        map(stream_of, Game.objects.order_by("pk").values_list("pk", flat=True).iterator()),
        OpenGame.objects.order_by("pk").values_list("pk", flat=True).iterator(),
        map(days.stream_of, DayRow.objects.order_by("pk").values_list("pk", flat=True).iterator()),
        map(stream_of, Attempt.objects.order_by("pk").values_list("pk", flat=True).iterator()),
        map(races.stream_of, RaceRow.objects.order_by("pk").values_list("pk", flat=True).iterator()),
        map(ratings.stream_of, Rating.objects.order_by("draw").values_list("draw", flat=True).distinct()),
        map(stream_of_player, Player.objects.order_by("pk").values_list("pk", flat=True).iterator()),
    ]
    for streams in rows_of_streams:
        for some in batches(streams, BATCH):
            known = {head.stream for head in store.heads_of(some)}
            yield from (Finding(stream, "has a row, and is not in the log") for stream in some if stream not in known)


def of_first_attempts() -> Iterator[Finding]:
    """Games wrongly marked, or not marked, as their owner's first attempt at a deck."""
    games = Game.objects.filter(ATTEMPTS).order_by("owner", "deck_key", "dealt_at", "id")
    attempts = games.values_list("owner", "deck_key", "id", "first").iterator()
    for _, attempts_at_deck in groupby(attempts, key=lambda attempt: attempt[:2]):
        for turn, (_, _, game, marked) in enumerate(attempts_at_deck):
            if marked != (turn == 0):
                is_, marked_ = ("is no", "marked") if marked else ("is the", "not marked")
                yield Finding(stream_of(game), f"{is_} first attempt at its deck, and {marked_} as such")
    for game in Game.objects.filter(first=True).exclude(ATTEMPTS).values_list("id", flat=True):
        yield Finding(stream_of(game), "is hidden, and marked as a first attempt")


def of_deals() -> Iterator[Finding]:
    """Deal codes counted wrongly."""
    for some in batches(count_deals(), BATCH):
        yield from compare(some)
    for row in DealCount.objects.filter(~Exists(Game.objects.filter(code=OuterRef("code"), hidden=False))).iterator():
        yield Finding(f"deal {row.code}", "is counted, and has not been played")


def of_boards() -> Iterator[Finding]:
    """Rows of boards that are missing, wrong, or too many."""
    for some in batches(boards.standing(Result.objects.all()), BATCH):
        yield from compare(some)
    for kept in batches(BoardRow.objects.order_by("code", "owner", "board", "game").iterator(), BATCH):
        results = Result.objects.filter(code__in={row.code for row in kept}, owner__in={row.owner_id for row in kept})
        expected = {row.pk for row in boards.standing(results)}
        for row in kept:
            if row.pk not in expected:
                text = f"stands on the board {row.board!r} of {row.code}, where {row.owner_id} has no game"
                yield Finding(subject(row), text)


def of_tallies() -> Iterator[Finding]:
    """What players have done under each way to play and on each deal, and wins in a row, where that is wrong."""
    for model, counted in ((PlayerWay, tallies.ways()), (PlayerDeal, tallies.deals())):
        right = 0
        for some in batches(counted, BATCH):
            yield from compare(some)
            right += len(some)
        if model._default_manager.count() > right:
            known = {row.pk for row in (tallies.ways() if model is PlayerWay else tallies.deals())}
            for row in model._default_manager.iterator():
                if row.pk not in known:
                    yield Finding(subject(row), f"{model._meta.verbose_name}: is counted, and nothing has been played")
    for result in tallies.streaks():
        yield Finding(stream_of(result.game_id), f"wins in a row are not {result.streak}")


def of_decks_won() -> Iterator[Finding]:
    """Decks won that are missing, wrong, or too many."""
    for some in batches(wins.deck_wins(), BATCH):
        yield from compare(some)
    for kept in batches(DeckWin.objects.order_by("owner", "deck_key").iterator(), BATCH):
        expected = {row.pk for row in wins.deck_wins({row.owner_id for row in kept})}
        for row in kept:
            if row.pk not in expected:
                yield Finding(subject(row), f"counts as a deck that {row.owner_id} has won, and does not count")


def of_win_tallies() -> Iterator[Finding]:
    """How many decks players have won, and on how many days in a row, where that is not what the decks won say."""
    for some in batches(wins.standing(), BATCH):
        yield from compare([tally for of_one, _ in some for tally in of_one])
        yield from compare([streak for _, streak in some])
    for kept in batches(WinTally.objects.order_by("owner", "period").iterator(), BATCH):
        found = wins.standing({row.owner_id for row in kept})
        expected = {row.pk for of_one, _ in found for row in of_one}
        for row in kept:
            if row.pk not in expected:
                yield Finding(subject(row), f"has won decks in {row.period}, and has not by the log")
    for streak in WinStreak.objects.exclude(pk__in=DeckWin.objects.values("owner")):
        yield Finding(subject(streak), "has won decks on some days, and has not by the log")


def of_places() -> Iterator[Finding]:
    """Buckets of boards that are missing, wrong, or too many."""
    expected: set[tuple[str, int]] = set()
    counted = (
        places.count(boards.buckets(BoardRow.objects.filter(code=code).iterator())) for code in boards.counted_codes()
    )
    for some in chain(counted, batches(wins.place_counts(), BATCH)):
        yield from compare(some)
        expected.update(row.pk for row in some)
    for row in PlaceCount.objects.order_by("board", "bucket").iterator():
        if row.pk not in expected:
            yield Finding(subject(row), f"has {row.number} in the bucket {row.bucket}, where there are none")


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
        case Game() | Attempt() | RecordedGame():
            return stream_of(row.pk)
        case Result() | BoardRow() | DeckWin():
            return stream_of(row.game_id)
        case Flag() if row.kind in reports.OF_PLAYERS:
            return sanctions.stream_of(row.player_id)
        case Flag():
            return stream_of(row.game)
        case PlaceCount():
            return f"board {row.board}"
        case DealCount():
            return f"deal {row.code}"
        case PlayerWay() | PlayerDeal() | WinTally() | WinStreak():
            return stream_of_player(row.owner_id)
        case RacePlace():
            return races.stream_of(row.race)
        case RaceRow():
            return races.stream_of(row.pk)
        case DayRow():
            return days.stream_of(row.pk)
        case SeatRow():
            return races.stream_of(row.race_id)
        case Rating() | RatingChange():
            return ratings.stream_of(row.draw)
        case _:
            return str(row.pk)
