"""What is derived from the event log to be looked up quickly.

Every row here is a fold over the log: `manage.py audit` compares each with it, `manage.py rebuild` makes them all
anew. Times are milliseconds: `dealt_at` and `ended_at` since 1970, `time_ms` since the deal.

Players are referred to without a constraint in the database, because one that fails does so at the commit, where it
would take down with it every event that shares the transaction.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models


class Outcome(models.TextChoices):
    """How a game ended, in the words of the rules."""

    WON = "won"
    LOST = "lost"
    RESIGNED = "resigned"


class Board(models.TextChoices):
    """What a board of a deal ranks by."""

    FASTEST = "fastest"
    MOVES = "moves"
    SCORE = "score"


IN_ORDER = ("ranked", "second", "third", "ended_at", "game")
"""What the rows of a deal's board are sorted by."""


class Game(models.Model):
    """One attempt at a deal, from the moment it is dealt."""

    id = models.CharField(max_length=12, primary_key=True)
    player = models.CharField(max_length=12)
    """Who played it, as the log has it."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="games", db_constraint=False, db_index=False
    )
    """Whose game it is now: the player, or the account that has brought the guest's games along."""
    code = models.CharField(max_length=64)
    deck_key = models.CharField(max_length=32)
    """Names the order of the 52 cards, whatever the code."""
    family = models.CharField(max_length=2)
    draw = models.PositiveSmallIntegerField()
    ruleset = models.CharField(max_length=1)
    rules = models.PositiveSmallIntegerField()
    """The version of the rules it is played by."""
    dealt_at = models.BigIntegerField()
    over = models.BooleanField(default=False)
    """Nothing can be played any more. A lost game that may still be undone out of is not over."""
    first = models.BooleanField(default=False)
    """The owner's first attempt at this deck: the earliest dealt, then the lower id. Who has practised has had a first
    attempt; other hidden ones are left out."""
    race = models.CharField(max_length=12, blank=True)
    """The race it is played in, "" outside races."""
    day = models.CharField(max_length=13, blank=True)
    """The deal of the day that it is of, as `solitaire.daily.day` writes it, "" for all others."""
    begun = models.BooleanField(default=False)
    """A first move has been made in it."""
    hidden = models.BooleanField(default=False)
    """The game counts nowhere, and has neither result nor place: it is for practice, or its race keeps the deck secret
    and has not settled, or its day is not over."""
    practice = models.BooleanField(default=False)
    """Played for practice, perhaps from the middle of another game: its player's own affair, and hidden for ever."""

    class Meta:
        """One index for each list: of a deal, a player, a player's attempts at a deck, of what goes on, of a race."""

        indexes: ClassVar = [
            models.Index(fields=["code", "-dealt_at", "-id"], name="game_of_deal"),
            models.Index(fields=["owner", "-dealt_at", "-id"], name="game_of_owner"),
            models.Index(fields=["owner", "deck_key", "dealt_at", "id"], name="game_of_deck"),
            models.Index(fields=["-dealt_at", "-id"], name="game_going_on", condition=models.Q(over=False)),
            models.Index(fields=["race"], name="game_of_race"),
        ]

    def __str__(self) -> str:
        """Its id and the deal it is of."""
        return f"{self.id} of {self.code}"

    @property
    def secret(self) -> bool:
        """Whether nobody is told the code, its player neither: its race or its day keeps the deck to itself.

        Practice on a deal of the day is dealt while others still play it, and does not say when that is over.
        """
        return self.hidden and (bool(self.day) or not self.practice)


ATTEMPTS = models.Q(hidden=False) | models.Q(practice=True)
"""The games among which an owner's first attempt at a deck is found."""


class Result(models.Model):
    """How a game ended. A lost game that is undone out of has none until it ends again."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="results", db_constraint=False, db_index=False
    )
    code = models.CharField(max_length=64)
    outcome = models.CharField(max_length=8, choices=Outcome.choices)
    ended_at = models.BigIntegerField()
    time_ms = models.BigIntegerField()
    moves = models.PositiveIntegerField()
    score = models.IntegerField()
    home = models.PositiveSmallIntegerField()
    """Cards on the foundations at the end."""
    take_back = models.BooleanField()
    """A card was taken back from a foundation and that was not undone."""
    hinted = models.BooleanField()
    sealed = models.BooleanField(default=False)
    """Played in a race on a sealed deck: the player is known not to have known it."""
    review = models.CharField(max_length=7, blank=True, default="")
    """What keeps it off the boards: `waiting` for an operator to look at it, found `unfair`, or nothing ("").

    One that is `voided` counts nowhere else either; one that is `untimed` is kept off those of times alone.
    """
    streak = models.PositiveIntegerField(null=True, default=None)
    """How many games in a row the owner had won with this one, 0 where it was not won; null where it does not count."""

    class Meta:
        """Looked up by player and deal to find the best of each, by when they were won, and in a player's turn."""

        indexes: ClassVar = [
            models.Index(fields=["code", "owner"], name="result_of_deal"),
            models.Index(fields=["-ended_at", "-game"], name="result_won", condition=models.Q(outcome="won")),
            models.Index(
                fields=["owner", "-ended_at", "-game"], name="result_won_by_owner", condition=models.Q(outcome="won")
            ),
            models.Index(
                fields=["owner", "-ended_at", "-game", "streak"],
                name="result_in_turn",
                condition=models.Q(streak__isnull=False),
            ),
            models.Index(fields=["owner", "-streak"], name="result_streak", condition=models.Q(streak__gt=0)),
        ]

    def __str__(self) -> str:
        """The game's id and its outcome."""
        return f"{self.game_id} {self.outcome}"


COUNTS = ~models.Q(review="voided")
"""The results that count at all."""


class BoardRow(models.Model):
    """A won game on one board of one deal code: a player's best of all, or of those that a filter lets through.

    `ranked`, `second` and `third` are the three figures in the order this board compares them; lower is better, so
    scores are stored negated. Then whoever was first stands higher (`ended_at`, then the game's id): a total order.

    `best`, `first`, `sealed`, `best_of_week` and `week` say on which of the board's lists it stands. A player has one
    row on each, on that of a week one a week; those won in sealed races are all kept, and the best is chosen of them
    when somebody asks.
    """

    pk = models.CompositePrimaryKey("code", "board", "owner", "game")
    code = models.CharField(max_length=64)
    board = models.CharField(max_length=8, choices=Board.choices)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    ranked = models.BigIntegerField()
    second = models.BigIntegerField()
    third = models.BigIntegerField()
    ended_at = models.BigIntegerField()
    best = models.BooleanField(db_default=True)
    """It is the player's best of all."""
    first = models.BooleanField()
    """It was the player's first attempt at the deck: no other of theirs stands on the list of those."""
    sealed = models.BooleanField(default=False)
    """As the result's."""
    week = models.IntegerField()
    """The week in which it was won: see `calendar`."""
    best_of_week = models.BooleanField()
    """It is the player's best of that week."""

    class Meta:
        """An index for each list in its order. The first holds the whole row: a page of a board reads nothing else."""

        indexes: ClassVar = [
            models.Index(
                fields=["code", "board", *IN_ORDER, "owner", "best", "first", "sealed", "week", "best_of_week"],
                name="board_in_order",
                condition=models.Q(best=True),
            ),
            models.Index(
                fields=["code", "board", *IN_ORDER, "first"], name="board_of_first", condition=models.Q(first=True)
            ),
            models.Index(
                fields=["code", "board", "week", *IN_ORDER],
                name="board_of_first_in_week",
                condition=models.Q(first=True),
            ),
            models.Index(fields=["code", "board", *IN_ORDER], name="board_of_sealed", condition=models.Q(sealed=True)),
            models.Index(
                fields=["code", "board", "week", *IN_ORDER],
                name="board_of_week",
                condition=models.Q(best_of_week=True),
            ),
        ]

    def __str__(self) -> str:
        """The board and whose row it is."""
        return f"{self.code} {self.board} {self.owner_id}"


class PlaceCount(models.Model):
    """How many rows of one board stand in one bucket of values, so that places are added up, not counted: `places`."""

    pk = models.CompositePrimaryKey("board", "bucket")
    board = models.CharField(max_length=96)
    bucket = models.IntegerField()
    number = models.IntegerField()

    class Meta:
        """The index holds the whole row."""

        indexes: ClassVar = [models.Index(fields=["board", "bucket", "number"], name="place_counted")]

    def __str__(self) -> str:
        """The board, the bucket and how many are in it."""
        return f"{self.board} {self.bucket}: {self.number}"


class DeckWin(models.Model):
    """A deck that a player has won, of kind 1 or 2 and without a hint: by their first such win, under whatever code."""

    pk = models.CompositePrimaryKey("owner", "deck_key")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    deck_key = models.CharField(max_length=32)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    ended_at = models.BigIntegerField()

    class Meta:
        """Listed by player, the latest first."""

        indexes: ClassVar = [models.Index(fields=["owner", "-ended_at", "-game"], name="deck_win_of_owner")]

    def __str__(self) -> str:
        """Whose it is, and the game."""
        return f"{self.owner_id} {self.game_id}"


class WinTally(models.Model):
    """How many decks a player has won in a week, in a month, or ever: see `calendar` for what periods are called.

    `ranked` is the number, negated: lower is better. Equal ones stand in the order in which they were reached.
    """

    pk = models.CompositePrimaryKey("period", "owner")
    period = models.CharField(max_length=10)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    ranked = models.BigIntegerField()
    reached_at = models.BigIntegerField()
    """When the latest of these decks was won."""

    class Meta:
        """In the order of the boards."""

        indexes: ClassVar = [models.Index(fields=["period", "ranked", "reached_at", "owner"], name="tally_in_order")]

    def __str__(self) -> str:
        """The period, whose it is, and the number."""
        return f"{self.period} {self.owner_id}: {self.value}"

    @property
    def value(self) -> int:
        """How many decks."""
        return -self.ranked


class WinStreak(models.Model):
    """The most days in a row (UTC) on which a player has won a deck, and the latest such run. Days are since 1970.

    `ranked` is the number of days, negated: lower is better. Equal ones stand in the order in which they were reached.
    """

    owner = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, primary_key=True, related_name="+", db_constraint=False
    )
    ranked = models.BigIntegerField()
    until = models.IntegerField()
    """The last day of the longest run; of the earlier one of two."""
    run = models.IntegerField()
    """So many days the latest run lasts."""
    run_until = models.IntegerField()

    class Meta:
        """In the order of the board."""

        indexes: ClassVar = [models.Index(fields=["ranked", "until", "owner"], name="streak_in_order")]

    def __str__(self) -> str:
        """Whose it is, and the number of days."""
        return f"{self.owner_id}: {self.value} days"

    @property
    def value(self) -> int:
        """How many days."""
        return -self.ranked


class DealCount(models.Model):
    """How often a deal code has been played and won."""

    code = models.CharField(max_length=64, primary_key=True)
    attempts = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)

    class Meta:
        """Read by code, or from the most played down."""

        indexes: ClassVar = [models.Index(fields=["-attempts", "code"], name="deal_most_played")]

    def __str__(self) -> str:
        """The code with its two numbers."""
        return f"{self.code}: {self.attempts} played, {self.wins} won"


class PlayerWay(models.Model):
    """What a player has done under one family, draw count and rule set, over the games that count.

    A game counts once it has a first move, unless it is hidden, or waits for an operator or was found unfair.
    """

    pk = models.CompositePrimaryKey("owner", "family", "draw", "ruleset")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    family = models.CharField(max_length=2)
    draw = models.PositiveSmallIntegerField()
    ruleset = models.CharField(max_length=1)
    played = models.IntegerField(default=0)
    ended = models.IntegerField(default=0)
    won = models.IntegerField(default=0)
    timed = models.IntegerField(default=0)
    """The won games whose time counts."""
    timed_ms = models.BigIntegerField(default=0)
    """What these took together."""
    best_ms = models.BigIntegerField(null=True, default=None)
    """The shortest win without a hint."""
    best_game = models.CharField(max_length=12, blank=True, default="")

    def __str__(self) -> str:
        """Whose, and how that is played."""
        return f"{self.owner_id} {self.family} D{self.draw}{self.ruleset}"

    @property
    def unfinished(self) -> int:
        """Games that have begun, and are not over."""
        return self.played - self.ended

    @property
    def percent(self) -> int | None:
        """How many of a hundred finished games were won; None where none is finished."""
        return round(100 * self.won / self.ended) if self.ended else None

    @property
    def average_ms(self) -> int | None:
        """What a won game has taken on average; None where no time counts."""
        return self.timed_ms // self.timed if self.timed else None


class PlayerDeal(models.Model):
    """How often a player has played and won a deal code, over the games that count: see `PlayerWay`."""

    pk = models.CompositePrimaryKey("owner", "code")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    code = models.CharField(max_length=64)
    played = models.IntegerField(default=0)
    won = models.IntegerField(default=0)

    class Meta:
        """Read from the most played down."""

        indexes: ClassVar = [models.Index(fields=["owner", "-played", "code"], name="deal_of_player")]

    def __str__(self) -> str:
        """Whose, and the code."""
        return f"{self.owner_id} {self.code}"


class RacePlace(models.Model):
    """Where a player came in a race that has settled."""

    game = models.CharField(max_length=12, primary_key=True)
    """The game that was played in the seat, or would have been."""
    race = models.CharField(max_length=12)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    """Whose seat it is now, as with games."""
    place = models.PositiveSmallIntegerField()
    racers = models.PositiveSmallIntegerField()
    """How many ran, recorded games and pace-setters included."""
    status = models.CharField(max_length=8)
    """How it ended for the player, as the race's `settled` event has it."""
    rated = models.BooleanField()
    family = models.CharField(max_length=2)
    draw = models.PositiveSmallIntegerField()
    ruleset = models.CharField(max_length=1)
    settled_at = models.BigIntegerField()

    class Meta:
        """A player's latest, and all of a race."""

        indexes: ClassVar = [
            models.Index(fields=["owner", "-settled_at", "-game"], name="place_of_owner"),
            models.Index(fields=["race", "owner"], name="place_in_race"),
        ]

    def __str__(self) -> str:
        """The race, and who came where."""
        return f"{self.race}: {self.owner_id} {self.place}"


class Comment(models.Model):
    """What somebody says of a game at one of its moves: see `comments`. It is not from the log."""

    id = models.CharField(max_length=12, primary_key=True)
    game = models.CharField(max_length=12)
    """The game's id: its row may be thrown away and written again."""
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="comments")
    version = models.PositiveIntegerField()
    """Of the event it stands beside: 1 is the deal."""
    text = models.CharField(max_length=280)
    at = models.BigIntegerField()

    class Meta:
        """Read by game, move by move."""

        indexes: ClassVar = [models.Index(fields=["game", "version", "at", "id"], name="comment_of_game")]

    def __str__(self) -> str:
        """The game and the move."""
        return f"{self.game} at {self.version}"
