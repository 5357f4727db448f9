"""What is derived from the streams of days, and of the games played in them, to be looked up quickly.

Every row is a fold over its stream, written in the transaction of each event: see `rows`. Times are milliseconds since
1970, but for `time_ms`, which counts from the deal.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from solitaire.daily.day import KEY_LENGTH
from solitaire.ids import LENGTH


class DayRow(models.Model):
    """A deal of the day. `code` is empty for as long as the day is not over."""

    key = models.CharField(max_length=KEY_LENGTH, primary_key=True)
    on = models.DateField()
    draw = models.PositiveSmallIntegerField()
    hash = models.CharField(max_length=64)
    code = models.CharField(max_length=64, blank=True)
    drawn_at = models.BigIntegerField()
    ends_at = models.BigIntegerField()
    revealed_at = models.BigIntegerField(null=True)

    class Meta:
        """What is to be revealed, and the days before and after."""

        indexes: ClassVar = [
            models.Index(fields=["ends_at"], name="day_to_reveal", condition=Q(revealed_at__isnull=True)),
            models.Index(fields=["draw", "on"], name="day_of_draw"),
        ]

    def __str__(self) -> str:
        """Which day."""
        return self.key


class Attempt(models.Model):
    """A ranked attempt at a deal of the day.

    `ranked`, `second` and `third` are what the boards compare, lower is better: won ones come first, by time and then
    moves; then the others, by the cards still missing from the foundations and then moves. Then whoever was first.
    """

    game = models.CharField(max_length=LENGTH, primary_key=True)
    day = models.CharField(max_length=KEY_LENGTH)
    player = models.CharField(max_length=LENGTH)
    """Who played it, as the log has it."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    """Whose it is now."""
    guest = models.PositiveSmallIntegerField()
    """1 where its player was a guest when it was dealt, else 0: ranked apart for ever, for a guest can come back as
    another."""
    counts = models.BooleanField()
    """It is the owner's first; another can only have come along with a guest they have been."""
    dealt_at = models.BigIntegerField()
    over = models.BooleanField()
    outcome = models.CharField(max_length=8, blank=True)
    """`won`, `lost` or `resigned`, once it is over."""
    ended_at = models.BigIntegerField(null=True)
    time_ms = models.BigIntegerField(null=True)
    moves = models.PositiveIntegerField()
    """Once it is over, like the figures below; 0 until then."""
    score = models.IntegerField()
    home = models.PositiveSmallIntegerField()
    ranked = models.PositiveSmallIntegerField()
    second = models.BigIntegerField()
    third = models.BigIntegerField()
    review = models.CharField(max_length=7, blank=True)
    """What keeps it off the boards, as the results of other games (`conduct.Review`)."""

    class Meta:
        """The boards, what a player has done, what is still going on; and nobody has two attempts at a day."""

        indexes: ClassVar = [
            models.Index(
                fields=["day", "guest", "review", "ranked", "second", "third", "ended_at", "game"],
                name="attempt_in_order",
                condition=Q(counts=True, over=True),
            ),
            models.Index(fields=["owner", "day"], name="attempt_of_owner"),
            models.Index(fields=["day"], name="attempt_going_on", condition=Q(over=False)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "player"], name="attempt_one_a_day"),
        ]

    def __str__(self) -> str:
        """The day and whose it is."""
        return f"{self.day} {self.owner_id}"
