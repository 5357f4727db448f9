"""Everything the pages show, as JSON under `/api/`. Described by OpenAPI at `/api/openapi.json`.

Times called `…_at` are milliseconds since 1970, all others milliseconds since the deal. Lists are given a page at a
time: `next` is the cursor to ask for the next page with, null on the last one.
"""

from functools import partial
from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from ninja import NinjaAPI, Path, Query, Schema
from ninja.decorators import decorate_view
from ninja.errors import Throttled, ValidationError
from pydantic import Field

from replays import boards, comments, daily, games, ladder, profiles, site_boards, tables
from replays.api_limits import PerAddress
from replays.asked import circle
from replays.boards import Filters
from replays.conduct_pages import show_comment
from replays.keyset import BadCursor
from replays.models import Board, Game, Result, WinTally
from replays.pages import LATEST_WINS, LIVE_TABLES, MOST_PLAYED, player_of
from replays.site_boards import SiteBoard
from solitaire.daily import calendar
from solitaire.daily.models import DayRow
from solitaire.live.feed import show_events
from solitaire.players.models import Player
from solitaire.players.privacy import seen_by
from solitaire.races import afterwards, commands
from solitaire.races.lobby import lobby
from solitaire.races.race import Race
from solitaire.races.showing import people_of, show_race
from solitaire.rules.deals import BadCode, Deal
from solitaire.rules.views import show_position
from solitaire.wording import bad_code_text

Date = Annotated[str, Path(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="a date (UTC), as in 2026-11-30")]
Id = Annotated[str, Path(description="12 lower-case letters and digits")]
Code = Annotated[str, Path(description="a deal code; case, hyphens and white space do not matter")]
After = Annotated[str | None, Query(description="the `next` of the page before")]
OnlyWins = Annotated[
    list[Literal["first", "sealed", "week"]],
    Query(
        default_factory=list,
        description="only wins at the first attempt at the deck, in a sealed race, or of this week (from Monday, UTC);"
        " given several times, only those that are all of it",
    ),
]
Of = Annotated[
    str | None,
    Query(description="a week by its Monday, as in 2026-11-23, or a month, as in 2026-11; without it, the present one"),
]
Among = Annotated[Literal["followed"] | None, Query(description="only you and the players you follow")]


class Problem(Schema):
    """Why there is no answer: a stable code, and a sentence in the language of the request."""

    code: Literal[
        "no-such-game",
        "no-such-player",
        "no-such-race",
        "no-such-day",
        "no-such-period",
        "bad-code",
        "bad-cursor",
        "from-the-future",
        "bad-parameter",
        "too-many",
    ]
    text: str


class PlayerOut(Schema):
    """A player."""

    id: str
    name: str = Field(description="of somebody who has left: that they are a former player")
    guest: bool


class ResultOut(Schema):
    """How a game ended."""

    outcome: Literal["won", "lost", "resigned"]
    ended_at: int
    time_ms: int
    moves: int
    score: int
    home: int = Field(description="cards on the foundations")
    hinted: bool
    sealed: bool = Field(description="played in a race on a sealed deck, so without knowing the cards")
    review: Literal["", "untimed", "waiting", "unfair", "voided"] = Field(
        description="what keeps it off the boards: a clock that was set meanwhile (off those of times alone), a pace no"
        " human keeps that nobody has looked at yet, or a verdict; one that is voided counts nowhere"
    )


class GameOut(Schema):
    """A game. The result stands once the game is over: a lost game can be undone out of until it is closed."""

    id: str
    code: str | None = Field(description="null for as long as the game's race, or its day, keeps it secret")
    family: Literal["KL", "TF"]
    draw: Literal[1, 3]
    ruleset: Literal["N", "V", "S", "C"]
    player: PlayerOut
    race: str | None = Field(description="the race it is played in")
    day: str | None = Field(description="the deal of the day that it is of, as in 2026-11-30:D1")
    dealt_at: int
    first: bool = Field(description="the player's first attempt at these 52 cards")
    over: bool
    practice: bool = Field(description="it counts nowhere, and nobody but its player is told of it")
    result: ResultOut | None


class TableOut(Schema):
    """A game as it stands, as whoever asks may see it. Positions are described at `/api/socket`."""

    game: GameOut
    view: Literal["nothing", "totals", "shape", "owner", "all"]
    v: int = Field(description="the version of the latest event")
    now: int = Field(description="milliseconds since the deal; of a game that is over, until its end")
    position: dict[str, Any]


class EventsOut(Schema):
    """Events of a game, the same as the socket sends; they are described at `/api/socket`."""

    v: int = Field(description="the version of the latest event")
    over: bool
    view: Literal["nothing", "totals", "shape", "owner", "all"]
    now: int = Field(description="milliseconds since the deal; of a game that is over, until its end")
    events: list[dict[str, Any]]


class CommentOut(Schema):
    """What somebody who has finished the deck says of a game at one of its moves."""

    id: str
    v: int = Field(description="the version of the event it stands beside; 1 is the deal")
    text: str = Field(description="plain text on one line")
    at: int
    player: PlayerOut
    mine: bool = Field(description="you have written it")


class CommentsOut(Schema):
    """The comments on a game, move by move and then as they were written; all of them."""

    comments: list[CommentOut]


class GamesOut(Schema):
    """A page of games, the one dealt last first."""

    games: list[GameOut]
    next: str | None


class GoingOnOut(Schema):
    """What goes on: games being played now, and the latest wins."""

    playing: list[TableOut]
    latest_wins: list[GameOut]


class DealOut(Schema):
    """A deal code, and how often it has been played and won."""

    code: str
    family: Literal["KL", "TF"]
    kind: Literal["1", "2", "X"]
    draw: Literal[1, 3]
    ruleset: Literal["N", "V", "S", "C"]
    attempts: int
    wins: int


class RowOut(Schema):
    """A row of a board: a player's best game. Equal ranked values share a place (1, 2, 2, 4)."""

    place: int
    player: PlayerOut
    game: str
    time_ms: int
    moves: int
    score: int
    ended_at: int
    first: bool = Field(description="it was the player's first attempt at these 52 cards")
    sealed: bool = Field(description="it was played in a race on a sealed deck, so without knowing the cards")


class BoardOut(Schema):
    """A page of a board, and the rows around your own place where you stand on it."""

    code: str
    board: Literal["fastest", "moves", "score"]
    only: list[Literal["first", "sealed", "week"]]
    among: Literal["followed"] | None
    rows: list[RowOut]
    next: str | None
    around_you: list[RowOut]


class SeenOut(Schema):
    """Which parts of a player's page whoever asks may see: the player decides."""

    games: bool = Field(description="which games and races; the lists are empty otherwise")
    figures: bool
    follows: bool


class WayFiguresOut(Schema):
    """What a player has done under one way to play. A game counts from its first move on."""

    family: Literal["KL", "TF"]
    draw: Literal[1, 3]
    ruleset: Literal["N", "V", "S", "C"]
    played: int
    unfinished: int = Field(description="of those played, so many are not over")
    won: int
    average_ms: int | None = Field(description="of the wins whose time counts")
    best_ms: int | None = Field(description="the shortest win without a hint")
    best_game: str | None


class FiguresOut(Schema):
    """A player's figures."""

    played: int
    unfinished: int
    won: int
    streak: int = Field(description="wins in a row, up to the last game that is over")
    best_streak: int
    ways: list[WayFiguresOut]


class StreakOut(Schema):
    """Days in a row (UTC)."""

    now: int = Field(description="up to today or yesterday")
    longest: int


class DaysOut(Schema):
    """Days in a row on which a player has played a deal of the day, and on which they have won one."""

    played: StreakOut
    won: StreakOut


class FollowsOut(Schema):
    """How many a player follows, and is followed by (counted up to 1,000)."""

    following: int
    followers: int


class PlayedDealOut(Schema):
    """How often a player has played and won a deal."""

    code: str
    played: int
    won: int


class RacedOut(Schema):
    """Where a player came in a race."""

    race: str
    place: int
    racers: int
    status: str
    rated: bool
    settled_at: int


class SiteRowOut(Schema):
    """A row of a board of the whole site. Equal values share a place (1, 2, 2, 4)."""

    place: int
    player: PlayerOut
    value: int = Field(description="decks won, or days in a row")
    reached_at: int | None = Field(description="when the latest of these decks was won; null on the board of streaks")
    since: int | None = Field(description="when the first day of a streak began; null on other boards")
    until: int | None = Field(description="when its last day ended")


class SiteBoardOut(Schema):
    """A page of a board of the whole site, and the rows around your own place where you stand on it.

    A deck counts once a player: by the first game that won it, under whatever code. Decks of kind X do not count, nor
    do games with a hint in them.
    """

    board: Literal["week", "month", "wins", "streaks"]
    begins_at: int | None = Field(description="wins count from then on; null for all there are")
    ends_at: int | None = Field(description="the board begins anew then")
    before: str | None = Field(description="the week or month before, to ask for by `of`; null where there is none")
    after: str | None = Field(description="the one after it")
    rows: list[SiteRowOut]
    next: str | None
    around_you: list[SiteRowOut]


class BehindOut(Schema):
    """The games behind a player's row: the first win of each deck, the latest first."""

    row: SiteRowOut | None
    games: list[GameOut]
    next: str | None


class RatedOut(Schema):
    """A row of the ladder. A provisional rating has no place."""

    place: int | None
    player: PlayerOut
    rating: int
    races: int
    rated_at: int


class LadderOut(Schema):
    """A page of the ladder of rated races with a draw count."""

    draw: Literal[1, 3]
    rows: list[RatedOut]
    next: str | None


class PlayerPageOut(Schema):
    """A player with their figures, a page of their games, and their latest wins and races."""

    player: PlayerOut
    former: bool = Field(description="has left for good: nothing is known of them but the id")
    seen: SeenOut
    figures: FiguresOut | None = Field(description="null where they may not be seen")
    days: DaysOut | None = Field(description="of the deal of the day; null where figures may not be seen")
    follows: FollowsOut | None = Field(description="null where they may not be seen")
    games: list[GameOut]
    next: str | None
    latest_wins: list[GameOut]
    latest_races: list[RacedOut]
    favourites: list[PlayedDealOut]


class WayOut(Schema):
    """A way to play that somebody seeks a rival in at this moment."""

    family: Literal["KL", "TF"]
    draw: Literal[1, 3]
    ruleset: Literal["N", "V", "S", "C"]


class ListedRaceOut(Schema):
    """What lists say of any race."""

    id: str
    family: Literal["KL", "TF"]
    draw: Literal[1, 3]
    ruleset: Literal["N", "V", "S", "C"]
    limit_s: int | None
    sealed: bool
    code: str | None = Field(description="null for as long as the race keeps it secret")


class HostOut(Schema):
    """Who has made a room, or has it now."""

    id: str
    name: str
    mark: Literal["account", "guest", "former"]


class RoomOut(ListedRaceOut):
    """A public race that has not started, with a free seat."""

    host: HostOut
    taken: int = Field(description="seats that are taken")
    capacity: int = Field(description="seats in all")
    undo: bool
    hints: bool
    created_at: int
    countdown_at: int | None


class ListedRacerOut(Schema):
    """A racer in a list."""

    key: str = Field(description="names the racer in the race")
    name: str
    mark: Literal["account", "guest", "former"]
    home: int
    moves: int
    status: Literal["playing", "won", "lost", "resigned"]


class RunningOut(ListedRaceOut):
    """A public race that is going on."""

    rated: bool
    started_at: int
    ends_at: int
    racers: list[ListedRacerOut] = Field(description="from first to last")
    view: Literal["totals", "shape", "owner", "all"]
    table: dict[str, Any] | None = Field(description="the table of the first, as far as it may be seen")


class RacesOut(Schema):
    """Races to join and to watch."""

    rooms: list[RoomOut]
    waiting: list[WayOut]
    running: list[RunningOut]


class SeatOut(Schema):
    """A racer."""

    key: str = Field(description="names the racer among `places`")
    player: str
    name: str
    mark: Literal["account", "guest", "former"]
    ready: bool
    game: str | None = Field(description="null before the start")
    status: Literal["won", "lost", "resigned"] | None = Field(description="how the game ended, once that is final")
    gone: str | None = Field(description="why the racer is out, where they are")


class LaneOut(Schema):
    """A recorded game, or a pace-setter, that is raced against."""

    key: str
    kind: Literal["ghost", "pace"]
    name: str | None = Field(description="who played the recorded game, once the race has settled")
    mark: Literal["ghost", "program"]
    pace: Literal["bronze", "silver", "gold"] | None
    played_at: int | None = Field(
        description="the day (UTC) on which the recorded game was played, once the race has settled"
    )
    game: str | None = Field(description="the recorded game, once the race has settled")


class FilmOut(Schema):
    """A pace-setter's moves, as the events of a game; they are described at `/api/socket`."""

    events: list[dict[str, Any]]


class PlaceOut(Schema):
    """Where a racer came. Equal ones share a place (1, 2, 2, 4). Times are milliseconds since the start."""

    key: str
    place: int
    status: Literal["won", "lost", "resigned", "gone", "time-up"]
    home: int
    home_at: int = Field(description="when the cards home last became so many")
    time_ms: int
    moves: int


class RaceOut(Schema):
    """A race. Followed live over the socket `/ws/race/` and its id."""

    id: str
    status: Literal["open", "countdown", "started", "settled", "closed"]
    family: Literal["KL", "TF"]
    draw: Literal[1, 3]
    ruleset: Literal["N", "V", "S", "C"]
    code: str | None = Field(description="null for as long as the race keeps it secret")
    hash: str | None = Field(description="the SHA-256 of a secret code, published before anybody sees a card")
    public: bool
    capacity: int = Field(description="seats in all")
    limit_s: int | None
    undo: bool
    hints: bool
    sealed: bool
    winnable: bool = Field(description="its sealed deck was chosen among those known to be winnable")
    rated: bool
    host: str | None = Field(description="the key of the racer whose room it is")
    rematch: str | None = Field(description="the race that this one follows")
    created_at: int
    countdown_at: int | None
    started_at: int | None
    ends_at: int | None
    settled_at: int | None
    seats: list[SeatOut]
    lanes: list[LaneOut]
    places: list[PlaceOut] = Field(description="from first to last, once the race has settled")


class DailyOut(Schema):
    """A deal of the day."""

    day: str = Field(description="its date (UTC), as in 2026-11-30")
    draw: Literal[1, 3]
    hash: str = Field(description="the SHA-256 of its code, published when the deck is drawn, a day before")
    code: str | None = Field(description="null until the day is over")
    drawn_at: int
    ends_at: int
    finished: int = Field(description="how many players have finished their ranked attempt")


class DailyRowOut(Schema):
    """A row of the board of a day. Equal times, or equal numbers of cards home, share a place (1, 2, 2, 4)."""

    place: int
    player: PlayerOut
    game: str
    outcome: Literal["won", "lost", "resigned"]
    time_ms: int
    moves: int
    home: int = Field(description="cards on the foundations")
    ended_at: int


class DailyBoardOut(Schema):
    """A page of the board of a day: those who won by time, then the others by cards home."""

    rows: list[DailyRowOut]
    next: str | None


class Refusal(Exception):
    """There is no answer: an HTTP status, and a `Problem`."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status, self.code, self.text = status, code, text


api = NinjaAPI(
    title="Samedeal",
    version="1",
    description="What the pages of Samedeal show, for programs. Games are played and followed live over a websocket.",
    urls_namespace="api",
    docs_url=None,
    throttle=[PerAddress()],
)


@api.get("/deals", response={200: list[DealOut], 429: Problem}, summary="The most played deals")
@decorate_view(conditional_page)
def most_played(request: HttpRequest) -> list[dict[str, Any]]:
    """The deal codes with the most attempts."""
    return [show_deal(Deal.parse(row.code), row.attempts, row.wins) for row in games.most_played(MOST_PLAYED)]


@api.get("/deals/{code}", response={200: DealOut, 404: Problem, 429: Problem}, summary="A deal")
@decorate_view(conditional_page)
def deal(request: HttpRequest, code: Code) -> dict[str, Any]:
    """A deal code in its canonical form, and how often it has been played and won."""
    deal = parse(code)
    counts = games.counts(deal.code)
    return show_deal(deal, counts.attempts, counts.wins)


@api.get(
    "/deals/{code}/boards/{board}",
    response={200: BoardOut, 400: Problem, 404: Problem, 422: Problem, 429: Problem},
    summary="A board of a deal",
)
@decorate_view(conditional_page)
def board(
    request: HttpRequest, code: Code, board: Board, only: OnlyWins, *, after: After = None, among: Among = None
) -> dict[str, Any]:
    """Who won the deal fastest, with the fewest moves, or with the highest score: 50 rows at a time.

    A player has one row, the best of the wins that `only` and `among` leave.
    """
    deal, me = parse(code), player_of(request)
    filters = Filters.of(only, circle(me) if among else None)
    try:
        page = boards.read(deal.code, board, after, filters=filters)
    except BadCursor as error:
        raise bad_cursor() from error
    return {
        "code": deal.code,
        "board": board,
        "only": sorted(filters.only),
        "among": among,
        "rows": [show_line(line) for line in page.lines],
        "next": page.next,
        "around_you": [show_line(line) for line in boards.around(deal.code, board, me, filters)] if me else [],
    }


@api.get(
    "/boards/{board}",
    response={200: SiteBoardOut, 400: Problem, 404: Problem, 422: Problem, 429: Problem},
    summary="A board of the whole site",
)
@decorate_view(conditional_page)
def site_board(request: HttpRequest, board: SiteBoard, after: After = None, of: Of = None) -> dict[str, Any]:
    """Who has won the most decks in a week, in a month or ever, or on the most days in a row: 50 rows at a time."""
    me, at = player_of(request), moment_of(board, of)
    try:
        page = site_boards.read(board, after, at=at)
    except BadCursor as error:
        raise bad_cursor() from error
    beside = site_boards.beside(board, page.period)
    return {
        "board": board,
        "begins_at": page.period.begins,
        "ends_at": page.period.ends,
        "before": beside.before.name if beside.before else None,
        "after": beside.after.name if beside.after else None,
        "rows": [show_site_line(line) for line in page.lines],
        "next": page.next,
        "around_you": [show_site_line(line) for line in site_boards.around(board, me, at)] if me else [],
    }


@api.get(
    "/boards/{board}/players/{player_id}",
    response={200: BehindOut, 400: Problem, 404: Problem, 422: Problem, 429: Problem},
    summary="The games behind a row",
)
@decorate_view(conditional_page)
def behind(request: HttpRequest, board: SiteBoard, player_id: Id, after: After = None, of: Of = None) -> dict[str, Any]:
    """The games that a board of the whole site counts for a player, 25 at a time, where the player shows them."""
    found = find_player(player_id)
    shown = seen_by(player_of(request), found).games
    try:
        counted = site_boards.behind(board, found.pk, after, at=moment_of(board, of))
    except BadCursor as error:
        raise bad_cursor() from error
    for win in counted.wins.rows:
        win.game.owner = found
    return {
        "row": show_site_line(counted.line) if counted.line else None,
        "games": [show_game(win.game) for win in counted.wins.rows] if shown else [],
        "next": counted.wins.next if shown else None,
    }


@api.get("/ladder/{draw}", response={200: LadderOut, 400: Problem, 422: Problem, 429: Problem}, summary="The ladder")
@decorate_view(conditional_page)
def the_ladder(request: HttpRequest, draw: Literal["1", "3"], after: After = None) -> dict[str, Any]:
    """Who is how strong in rated races with a draw count, the strongest first, 50 at a time."""
    try:
        page = ladder.read(int(draw), after)
    except BadCursor as error:
        raise bad_cursor() from error
    return {"draw": int(draw), "rows": [show_rated(line) for line in page.lines], "next": page.next}


@api.get(
    "/deals/{code}/games",
    response={200: GamesOut, 400: Problem, 404: Problem, 429: Problem},
    summary="The games of a deal",
)
@decorate_view(conditional_page)
def games_of_deal(request: HttpRequest, code: Code, after: After = None) -> dict[str, Any]:
    """All games of a deal code, the one dealt last first, 25 at a time."""
    try:
        page = games.of_deal(parse(code).code, after)
    except BadCursor as error:
        raise bad_cursor() from error
    return {"games": [show_game(game) for game in page.rows], "next": page.next}


@api.get("/games", response={200: GoingOnOut, 429: Problem}, summary="What goes on")
@decorate_view(conditional_page)
def going_on(request: HttpRequest) -> dict[str, Any]:
    """Games being played now, each as it stands, and the latest wins."""
    return {
        "playing": [
            show_table(table)
            for table in tables.played_now(LIVE_TABLES, partial(tables.standing, viewer=player_of(request)))
        ],
        "latest_wins": [show_win(result) for result in games.latest_wins(LATEST_WINS)],
    }


@api.get("/games/{game_id}", response={200: TableOut, 404: Problem, 429: Problem}, summary="A game")
@decorate_view(conditional_page)
def game(request: HttpRequest, game_id: Id) -> dict[str, Any]:
    """A game as it stands, as you may see it."""
    return show_table(find_table(game_id, player_of(request)))


@api.get(
    "/games/{game_id}/events",
    response={200: EventsOut, 404: Problem, 409: Problem, 422: Problem, 429: Problem},
    summary="Events of a game",
)
@decorate_view(conditional_page)
def events(
    request: HttpRequest,
    game_id: Id,
    after: Annotated[int, Query(ge=0, le=2**31 - 1, description="the version you have; 0 for everything")] = 0,
) -> dict[str, Any]:
    """What has happened in a game after a version, as you may see it."""
    table = find_table(game_id, player_of(request))
    if after > table.version:
        raise Refusal(409, "from-the-future", _("The game has not come that far: it is at version %d.") % table.version)
    return {
        "v": table.version,
        "over": table.state.game.over,
        "view": table.view,
        "now": table.now,
        "events": list(show_events(game_id, table.events, table.view, after)),
    }


@api.get(
    "/games/{game_id}/comments",
    response={200: CommentsOut, 404: Problem, 429: Problem},
    summary="Comments on a game",
)
@decorate_view(conditional_page)
def comments_of_game(request: HttpRequest, game_id: Id) -> dict[str, Any]:
    """What is said of a game, but for those you have blocked; nothing while its deck is secret."""
    me = player_of(request)
    written = comments.of_game(find_table(game_id, me), me)
    return {"comments": [show_comment(comment, me) for comment in written]}


@api.get(
    "/players/{player_id}",
    response={200: PlayerPageOut, 400: Problem, 404: Problem, 429: Problem},
    summary="A player",
)
@decorate_view(conditional_page)
def player(request: HttpRequest, player_id: Id, after: After = None) -> dict[str, Any]:
    """A player with their figures, their games, 25 at a time, and their latest wins and races, as far as you may see.

    A guest who has become part of an account is that account.
    """
    found = find_player(player_id)
    me = player_of(request)
    seen = seen_by(me, found)
    try:
        page = games.of_player(found.pk, me, after)
    except BadCursor as error:
        raise bad_cursor() from error
    return {
        "player": show_player(found),
        "former": found.left_at is not None,
        "seen": vars(seen),
        "figures": show_figures(profiles.figures_of(found.pk)) if seen.figures else None,
        "days": daily.streaks_of(found.pk, calendar.today()) if seen.figures else None,
        "follows": vars(profiles.follows_of(found.pk)) if seen.follows else None,
        "games": [show_game(game) for game in page.rows] if seen.games else [],
        "next": page.next if seen.games else None,
        "latest_wins": list(map(show_win, games.wins_of_player(found.pk, LATEST_WINS))) if seen.games else [],
        "latest_races": profiles.races_of(found.pk) if seen.games else [],
        "favourites": profiles.favourites(found.pk) if seen.games else [],
    }


@api.get("/races", response={200: RacesOut, 429: Problem}, summary="Races")
@decorate_view(conditional_page)
def races(request: HttpRequest) -> dict[str, Any]:
    """Public races to join, the ways somebody seeks a rival in, and public races going on, best first."""
    return lobby.show()


@api.get("/races/{race_id}", response={200: RaceOut, 404: Problem, 429: Problem}, summary="A race")
@decorate_view(conditional_page)
def race(request: HttpRequest, race_id: Id) -> dict[str, Any]:
    """A race as it stands: its room, its racers, and, once it has settled, its places and its code."""
    found = find_race(race_id)
    return show_race(found, people_of([found]))


@api.get(
    "/races/{race_id}/lanes/{key}/events",
    response={200: FilmOut, 404: Problem, 422: Problem, 429: Problem},
    summary="The moves of a pace-setter",
)
@decorate_view(conditional_page)
def lane_events(
    request: HttpRequest, race_id: Id, key: Annotated[str, Path(pattern="^g[0-9]{1,2}$", description="of the lane")]
) -> dict[str, Any]:
    """What a pace-setter played, from the start to the race's end; not before the race has settled.

    A ghost has a game of its own: ask for that one's events.
    """
    try:
        return {"events": list(afterwards.film(find_race(race_id), int(key[1:])))}
    except ValueError as error:
        raise Refusal(404, "no-such-game", _("There is no such game.")) from error


@api.get("/daily", response={200: list[DailyOut], 429: Problem}, summary="The deals of the day")
@decorate_view(conditional_page)
def daily_deals(request: HttpRequest) -> list[dict[str, Any]]:
    """Today's deals and tomorrow's, as far as they have been drawn: two of each date, for draw one and draw three."""
    rows = DayRow.objects.filter(on__in=[calendar.today(), calendar.tomorrow()])
    return [show_day(row) for row in rows.order_by("on", "draw")]


@api.get(
    "/daily/{on}/{draw}",
    response={200: DailyOut, 404: Problem, 422: Problem, 429: Problem},
    summary="A deal of the day",
)
@decorate_view(conditional_page)
def daily_deal(request: HttpRequest, on: Date, draw: Literal["1", "3"]) -> dict[str, Any]:
    """The deal of a date: its hash, and once the day is over its code."""
    return show_day(find_day(on, draw))


@api.get(
    "/daily/{on}/{draw}/board",
    response={200: DailyBoardOut, 400: Problem, 404: Problem, 422: Problem, 429: Problem},
    summary="The board of a deal of the day",
)
@decorate_view(conditional_page)
def daily_board(
    request: HttpRequest, on: Date, draw: Literal["1", "3"], guests: bool = False, after: After = None
) -> dict[str, Any]:
    """The ranked attempts that are over, of accounts or of guests, 50 at a time.

    Their games show nothing before the day is over, but to accounts that have finished it themselves.
    """
    try:
        page = daily.read(find_day(on, draw).key, guests=guests, after=after)
    except BadCursor as error:
        raise bad_cursor() from error
    return {"rows": [show_attempt(line) for line in page.lines], "next": page.next}


def parse(code: str) -> Deal:
    """The deal of a code; a refusal for what is none."""
    try:
        return Deal.parse(code)
    except BadCode as error:
        raise Refusal(404, "bad-code", bad_code_text(error)) from error


def find_table(game_id: str, viewer: str | None) -> tables.Standing:
    """The game as `viewer` may see it; a refusal where there is none that viewer is to know of."""
    game = games.find(game_id)
    table = tables.standing(game, viewer) if game else None
    if table is None or not table.there:
        raise Refusal(404, "no-such-game", _("There is no such game."))
    return table


def find_player(player_id: str) -> Player:
    """The player, a guest who has become part of an account as that account; a refusal where there is none."""
    found = Player.objects.find(player_id)
    if found is None:
        raise Refusal(404, "no-such-player", _("There is no such player."))
    return found.absorbed_by or found


def find_race(race_id: str) -> Race:
    """The race; a refusal where there is none."""
    try:
        return commands.find(race_id)
    except commands.NoSuchRace as error:
        raise Refusal(404, "no-such-race", _("There is no such race.")) from error


def find_day(on: str, draw: str) -> DayRow:
    """The deal of a date; a refusal where none has been drawn."""
    row = DayRow.objects.filter(pk=f"{on}:D{draw}").first()
    if row is None:
        raise Refusal(404, "no-such-day", _("There is no deal of that day."))
    return row


def moment_of(board: SiteBoard, of: str | None) -> int | None:
    """A moment of the week or month `of` that a board is asked for; a refusal where there is none of that name."""
    if of is None:
        return None
    period = site_boards.find(board, of)
    if period is None:
        raise Refusal(404, "no-such-period", _("This board has no such week or month."))
    return period.begins


def bad_cursor() -> Refusal:
    """What is said to a cursor that no page of this list has given."""
    return Refusal(400, "bad-cursor", _("That is no place in this list: give the `next` of the page before, or none."))


def show_player(player: Player) -> dict[str, Any]:
    """As `PlayerOut`."""
    return {"id": player.pk, "name": player.name, "guest": player.is_guest}


def show_figures(figures: profiles.Figures) -> dict[str, Any]:
    """As `FiguresOut`."""
    names = ("family", "draw", "ruleset", "played", "unfinished", "won", "average_ms", "best_ms")
    ways = [{name: getattr(way, name) for name in names} | {"best_game": way.best_game or None} for way in figures.ways]
    return {name: getattr(figures, name) for name in FiguresOut.model_fields} | {"ways": ways}


def show_deal(deal: Deal, attempts: int, wins: int) -> dict[str, Any]:
    """As `DealOut`."""
    names = ("code", "family", "kind", "draw", "ruleset")
    return {name: getattr(deal, name) for name in names} | {"attempts": attempts, "wins": wins}


def show_game(game: Game) -> dict[str, Any]:
    """As `GameOut`; the game has to come with its result."""
    names = ("id", "family", "draw", "ruleset", "dealt_at", "first", "over", "practice")
    return {name: getattr(game, name) for name in names} | {
        "code": None if game.secret else game.code,
        "race": game.race or None,
        "day": game.day or None,
        "player": show_player(game.owner),
        "result": show_result(game.result) if game.over and not game.hidden else None,
    }


def show_day(row: DayRow) -> dict[str, Any]:
    """As `DailyOut`."""
    names = ("draw", "hash", "drawn_at", "ends_at")
    return {name: getattr(row, name) for name in names} | {
        "day": row.on.isoformat(),
        "code": row.code or None,
        "finished": daily.players(row.key),
    }


def show_attempt(line: daily.Line) -> dict[str, Any]:
    """As `DailyRowOut`."""
    names = ("game", "outcome", "time_ms", "moves", "home", "ended_at")
    shown = {name: getattr(line.row, name) for name in names}
    return shown | {"place": line.place, "player": show_player(line.row.owner)}


def show_win(result: Result) -> dict[str, Any]:
    """As `GameOut`, of a result that comes with its game and player."""
    result.game.owner = result.owner
    return show_game(result.game)


def show_result(result: Result) -> dict[str, Any]:
    """As `ResultOut`."""
    names = ("outcome", "ended_at", "time_ms", "moves", "score", "home", "hinted", "sealed", "review")
    return {name: getattr(result, name) for name in names}


def show_line(line: boards.Line) -> dict[str, Any]:
    """As `RowOut`."""
    names = ("place", "time_ms", "moves", "score")
    return {name: getattr(line, name) for name in names} | {
        "player": show_player(line.row.owner),
        "game": line.row.game_id,
        "ended_at": line.row.ended_at,
        "first": line.row.first,
        "sealed": line.row.sealed,
    }


def show_site_line(line: site_boards.Line) -> dict[str, Any]:
    """As `SiteRowOut`."""
    names = ("place", "value", "since", "until")
    return {name: getattr(line, name) for name in names} | {
        "player": show_player(line.row.owner),
        "reached_at": line.row.reached_at if isinstance(line.row, WinTally) else None,
    }


def show_rated(line: ladder.Line) -> dict[str, Any]:
    """As `RatedOut`."""
    return {
        "place": line.place,
        "player": show_player(line.row.player),
        "rating": line.row.shown,
        "races": line.row.races,
        "rated_at": line.row.rated_at,
    }


def show_table(table: tables.Standing) -> dict[str, Any]:
    """As `TableOut`."""
    return {
        "game": show_game(table.game),
        "view": table.view,
        "v": table.version,
        "now": table.now,
        "position": show_position(table.state.game, table.view),
    }


@api.exception_handler(Refusal)
def refused(request: HttpRequest, error: Refusal) -> HttpResponse:
    """Answer with the problem."""
    return api.create_response(request, {"code": error.code, "text": error.text}, status=error.status)


@api.exception_handler(ValidationError)
def bad_parameter(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Say which parameter is wrong, and why."""
    wrong = "; ".join(f"{problem['loc'][-1]}: {problem['msg']}" for problem in error.errors)
    text = _("A parameter is not what it may be. %(wrong)s") % {"wrong": wrong}
    return api.create_response(request, {"code": "bad-parameter", "text": text}, status=422)


@api.exception_handler(Throttled)
def too_many(request: HttpRequest, error: Throttled) -> HttpResponse:
    """Say when to come back."""
    answer = api.create_response(
        request, {"code": "too-many", "text": _("That is too often. Wait a moment.")}, status=429
    )
    answer["Retry-After"] = str(error.wait or 1)
    return answer
