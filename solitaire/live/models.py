"""What the live part derives from the log."""

from django.db import models

from solitaire.log.event import STREAM_LENGTH


class OpenGame(models.Model):
    """A game that is not over: still going, or lost and not closed yet."""

    stream = models.CharField(max_length=STREAM_LENGTH, primary_key=True)
    lost = models.BooleanField()

    def __str__(self) -> str:
        return self.stream
