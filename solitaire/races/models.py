"""What is derived from the streams of races, to be looked up quickly.

Every row is a fold over its stream, written in the transaction of each event (see `rows`), but for two columns of a
seat that the log must not hold: when its browser was last there, and, until the race has settled, a keyed hash of the
network it came from. Times are milliseconds since 1970.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from solitaire.ids import LENGTH

OPEN, COUNTDOWN, STARTED, SETTLED, CLOSED = "open", "countdown", "started", "settled", "closed"
"""What the `status` of a race can be."""

BEFORE_START = (OPEN, COUNTDOWN)
OVER = (SETTLED, CLOSED)
"""Nothing happens in such a race any more."""


class RaceRow(models.Model):
    """A race, from the moment its room is made.

    `code` is empty for as long as the race keeps it secret; `secrecy` says how its games are kept from others.
    """

    id = models.CharField(max_length=LENGTH, primary_key=True)
    version = models.PositiveIntegerField()
    """How many events the row has seen."""
    status = models.CharField(max_length=9)
    public = models.BooleanField()
    quick = models.BooleanField()
    """Made by *Race now*."""
    secrecy = models.CharField(max_length=8)
    rated = models.BooleanField()
    family = models.CharField(max_length=2)
    draw = models.PositiveSmallIntegerField()
    ruleset = models.CharField(max_length=1)
    limit_s = models.PositiveIntegerField(null=True)
    undo = models.BooleanField()
    hints = models.BooleanField()
    host = models.CharField(max_length=LENGTH)
    """A player's id, as the log has it."""
    seats = models.PositiveSmallIntegerField()
    taken = models.PositiveSmallIntegerField()
    waiting = models.BooleanField()
    """Made by *Race now*, and nobody has come or gone since: at most one such room a way, the database says."""
    code = models.CharField(max_length=64, blank=True)
    rematch = models.CharField(max_length=LENGTH, blank=True)
    """The race this one is the rematch of: at most one that is not closed, the database says."""
    created_at = models.BigIntegerField()
    due_at = models.BigIntegerField(null=True)
    """Before then its events make nothing due; null once the race is over."""
    starts_at = models.BigIntegerField(null=True)
    """The start instant that has been named, or at which it started."""
    ends_at = models.BigIntegerField(null=True)
    """The limit, once it has started."""
    settled_at = models.BigIntegerField(null=True)

    class Meta:
        """One index for each list, and the two things of which there may be only one."""

        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="race_due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=["status", "family", "draw", "ruleset", "created_at", "id"],
                name="race_quick",
                condition=Q(quick=True),
            ),
            models.Index(
                fields=["status", "-created_at", "-id"], name="race_open", condition=Q(public=True, quick=False)
            ),
            models.Index(
                fields=["status", "-rated", "-taken", "-starts_at", "-id"], name="race_best", condition=Q(public=True)
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["family", "draw", "ruleset"], name="race_one_waits", condition=Q(waiting=True, status=OPEN)
            ),
            models.UniqueConstraint(
                fields=["rematch"], name="race_one_rematch", condition=~Q(rematch="") & ~Q(status=CLOSED)
            ),
        ]

    def __str__(self) -> str:
        """Its id and how it stands."""
        return f"{self.id} {self.status}"


class SeatRow(models.Model):
    """A seat that is taken, and the game that is or will be played in it."""

    game = models.CharField(max_length=LENGTH, primary_key=True)
    race = models.ForeignKey(RaceRow, on_delete=models.CASCADE, related_name="seat_rows", db_constraint=False)
    player = models.CharField(max_length=LENGTH)
    """Who took it, as the log has it."""
    active = models.BooleanField()
    """The race is not over, nor is the player done: nobody has two such seats at a time, the database says."""
    seen_at = models.BigIntegerField()
    """When a browser of the player was last there; from the heartbeats, not from the log."""
    network = models.CharField(max_length=32, blank=True)
    """A keyed hash of where the player's browser came from, until the race is over; not from the log."""

    class Meta:
        """Looked up by player, too."""

        indexes: ClassVar = [models.Index(fields=["player"], name="seat_of_player")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player"], name="seat_one_active", condition=Q(active=True))
        ]

    def __str__(self) -> str:
        """The race and whose seat it is."""
        return f"{self.race_id} {self.player}"


class Rating(models.Model):
    """How strong a player is in rated races with one draw count, by all of them so far: see `ratings`."""

    pk = models.CompositePrimaryKey("draw", "player")
    draw = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings", db_constraint=False, db_index=False
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.IntegerField()
    """The number that people see."""
    established = models.PositiveSmallIntegerField()
    """1 after enough races for the number to mean something, 0 while it is provisional; the ladder sorts by it."""
    races = models.PositiveIntegerField()
    rated_at = models.BigIntegerField()

    class Meta:
        """In the order of the ladder."""

        indexes: ClassVar = [
            models.Index(fields=["draw", "-established", "-shown", "-player"], name="rating_in_order"),
            models.Index(fields=["player", "draw"], name="rating_of_player"),
        ]

    def __str__(self) -> str:
        """Whose it is, and the number."""
        return f"{self.player_id} D{self.draw} {self.shown}"


class RatingChange(models.Model):
    """What one rated race has made of one player's rating; `version` is that of the event in the stream of ratings.

    Its `place` is 0 where the race was taken back, or counts once more.
    """

    pk = models.CompositePrimaryKey("draw", "version", "player")
    draw = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    race = models.CharField(max_length=LENGTH)
    place = models.PositiveSmallIntegerField()
    before = models.IntegerField()
    """The number that people saw before the race."""
    after = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        """Read by player, in the order of the races, and by race."""

        indexes: ClassVar = [
            models.Index(fields=["player", "draw", "version"], name="change_of_player"),
            models.Index(fields=["race"], name="change_of_race"),
        ]

    def __str__(self) -> str:
        """Whose rating changed, and how."""
        return f"{self.player_id} D{self.draw} {self.before} to {self.after}"

    @property
    def gain(self) -> int:
        """By how much the number that people see has grown."""
        return self.after - self.before


class Pulse(models.Model):
    """A process of the site that is up, or was a little while ago; see `presence`. Not from the log."""

    process = models.CharField(max_length=16, primary_key=True)
    since = models.BigIntegerField()
    """It has been up without a break since then."""
    at = models.BigIntegerField()
    """When it last said so."""
    watching = models.JSONField(default=dict)
    """How many who have no seat look at each race in it, by race id."""

    def __str__(self) -> str:
        """Its name."""
        return self.process


class PaceLine(models.Model):
    """A winning line on a deck that was never raced before it was found, for pace-setters: see `pace`.

    A stock, not from the log: a race against a pace-setter has the whole line in its `created` event.
    """

    code = models.CharField(max_length=64, primary_key=True)
    deck_key = models.CharField(max_length=32)
    family = models.CharField(max_length=2)
    draw = models.PositiveSmallIntegerField()
    ruleset = models.CharField(max_length=1)
    moves = models.JSONField()
    """In our notation, and won by our own rules."""
    uses = models.PositiveIntegerField(default=0)
    """How many races were made of it."""
    found_at = models.BigIntegerField()

    class Meta:
        """Taken by way, the oldest first; counted by way where nobody has used them."""

        indexes: ClassVar = [
            models.Index(fields=["family", "draw", "ruleset", "found_at", "code"], name="pace_of_way"),
            models.Index(fields=["family", "draw", "ruleset"], name="pace_unused", condition=Q(uses=0)),
        ]

    def __str__(self) -> str:
        """Its deal."""
        return self.code


class WinnableDeal(models.Model):
    """A deal that can be won, and a line that wins it by our own rules: see `stock`.

    A stock, not from the log. One that has been dealt stays, so that its line is known.
    """

    code = models.CharField(max_length=64, primary_key=True)
    family = models.CharField(max_length=2)
    draw = models.PositiveSmallIntegerField()
    ruleset = models.CharField(max_length=1)
    sealed = models.BooleanField()
    """For a sealed race: the code is told to nobody before that race tells it."""
    moves = models.JSONField()
    """In our notation."""
    found_at = models.BigIntegerField()
    used_at = models.BigIntegerField(null=True)
    """When it was dealt, or a race made of it; None before."""

    class Meta:
        """Taken by way, the oldest first, where nobody has been dealt it."""

        indexes: ClassVar = [
            models.Index(
                fields=["family", "draw", "ruleset", "sealed", "found_at", "code"],
                name="winnable_unused",
                condition=Q(used_at=None),
            )
        ]

    def __str__(self) -> str:
        """Its deal."""
        return self.code


class RecordedGame(models.Model):
    """A won game that others may race against as a ghost: see `ghosts`. From the log."""

    game = models.CharField(max_length=LENGTH, primary_key=True)
    player = models.CharField(max_length=LENGTH)
    """Who played it, as the log has it."""
    code = models.CharField(max_length=64)
    deck_key = models.CharField(max_length=32)
    family = models.CharField(max_length=2)
    draw = models.PositiveSmallIntegerField()
    ruleset = models.CharField(max_length=1)
    time_ms = models.BigIntegerField()
    ended_at = models.BigIntegerField()

    class Meta:
        """Looked for by way and time; all of a deal; a player's latest."""

        indexes: ClassVar = [
            models.Index(fields=["family", "draw", "ruleset", "time_ms", "game"], name="recorded_by_time"),
            models.Index(fields=["code"], name="recorded_of_deal"),
            models.Index(fields=["player", "family", "draw", "ruleset", "-ended_at"], name="recorded_of_player"),
        ]

    def __str__(self) -> str:
        """The game's id and its deal."""
        return f"{self.game} of {self.code}"


class Flag(models.Model):
    """Something that an operator should look at, and what they found: see `conduct`. From the log.

    What is about a name or a comment comes from the stream of its player's conduct (see `replays.reports`).
    """

    class Kind(models.TextChoices):
        """What was noticed."""

        INHUMAN_PACE = "inhuman-pace", _("a pace no human keeps")
        CLOCK_STEPPED = "clock-stepped", _("the clock was set")
        SAME_ADDRESS = "same-address", _("two racers from one address")
        REPORTED_RESULT = "reported-result", _("a reported result")
        REPORTED_COMMENT = "reported-comment", _("a reported comment")
        REPORTED_NAME = "reported-name", _("a reported name")

    class Verdict(models.TextChoices):
        """What an operator has found."""

        OPEN = "", _("not looked at")
        FINE = "fine", _("looked at, fine")
        CONFIRMED = "confirmed", _("confirmed")
        VOIDED = "voided", _("result voided")

    id = models.CharField(max_length=40, primary_key=True)
    """The id of the game, comment or player, and the kind."""
    game = models.CharField(_("id of the game"), max_length=LENGTH, blank=True)
    """"" where it is about no game."""
    race = models.CharField(_("race"), max_length=LENGTH, blank=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        related_name="flags",
        db_constraint=False,
        db_index=False,
    )
    kind = models.CharField(_("what was noticed"), max_length=16, choices=Kind.choices)
    detail = models.JSONField(_("in figures"))
    at = models.BigIntegerField()
    """When the game ended, or the race began: milliseconds since 1970, as `resolved_at`."""
    verdict = models.CharField(_("verdict"), max_length=9, choices=Verdict.choices, blank=True, default=Verdict.OPEN)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    resolved_by = models.CharField(max_length=LENGTH, blank=True)
    resolved_at = models.BigIntegerField(null=True)

    class Meta:
        """The queue: what nobody has looked at, oldest first; and all of a game."""

        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        indexes: ClassVar = [
            models.Index(fields=["verdict", "at", "id"], name="flag_queue"),
            models.Index(fields=["game"], name="flag_of_game"),
        ]

    def __str__(self) -> str:
        """The game and what was noticed."""
        return f"{self.game} {self.kind}"
