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
    """The owner's first attempt at this deck: the earliest dealt, then the lower id; hidden ones are left out."""
    race = models.CharField(max_length=12, blank=True)
    """The race it is played in, "" outside races."""
    hidden = models.BooleanField(default=False)
    """Its race keeps the deck secret and has not settled: the game counts nowhere, and has neither result nor place."""

    class Meta:
        """One index for each list: of a deal, a player, a player's attempts at a deck, of what goes on, of a race."""

        indexes: ClassVar = [
            models.Index(fields=["code", "-dealt_at", "-id"], name="game_of_deal"),
            models.Index(fields=["owner", "-dealt_at", "-id"], name="game_of_owner"),
            models.Index(fields=["owner", "deck_key", "dealt_at", "id"], name="game_of_deck"),
            models.Index(fields=["-dealt_at", "-id"], name="game_going_on", condition=models.Q(over=False)),
            models.Index(fields=["race"], name="game_of_race", condition=~models.Q(race="")),
        ]

    def __str__(self) -> str:
        """Its id and the deal it is of."""
        return f"{self.id} of {self.code}"


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

    One that is `voided` counts nowhere else either.
    """

    class Meta:
        """Looked up by player and deal to find the best of each, and by when they were won."""

        indexes: ClassVar = [
            models.Index(fields=["code", "owner"], name="result_of_deal"),
            models.Index(fields=["-ended_at", "-game"], name="result_won", condition=models.Q(outcome="won")),
            models.Index(
                fields=["owner", "-ended_at", "-game"], name="result_won_by_owner", condition=models.Q(outcome="won")
            ),
        ]

    def __str__(self) -> str:
        """The game's id and its outcome."""
        return f"{self.game_id} {self.outcome}"


COUNTS = ~models.Q(review="voided")
"""The results that count at all."""
WINS = COUNTS & models.Q(outcome=Outcome.WON)
"""The results that count as wins; not all of them stand on boards."""


class BoardRow(models.Model):
    """A player's best won game on one board of one deal code.

    `ranked`, `second` and `third` are the three figures in the order this board compares them; lower is better, so
    scores are stored negated. Then whoever was first stands higher (`ended_at`, then the game's id): a total order.
    """

    pk = models.CompositePrimaryKey("code", "board", "owner")
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
    first = models.BooleanField()
    """It was the player's first attempt at the deck."""
    sealed = models.BooleanField(default=False)
    """As the result's."""

    class Meta:
        """The index holds the whole row, so that a page of a board reads nothing else."""

        indexes: ClassVar = [
            models.Index(
                fields=["code", "board", "ranked", "second", "third", "ended_at", "game", "owner", "first", "sealed"],
                name="board_in_order",
            )
        ]

    def __str__(self) -> str:
        """The board and whose row it is."""
        return f"{self.code} {self.board} {self.owner_id}"


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
