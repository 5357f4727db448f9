"""The log's two tables as Django knows them.

The migrations write them in SQL, with the triggers that refuse change. Reading goes through `store`, appending
through `writer`; nothing else touches them, and the database refuses whoever tries to change what is written. A
migration that alters either table has to put the triggers back: on SQLite, Django alters a table by copying it.
"""

from django.db import models

from solitaire.log import event


class EventRow(models.Model):
    """One event (see `event.Event`)."""

    pk = models.CompositePrimaryKey("stream", "version")
    stream = models.CharField(max_length=event.STREAM_LENGTH)
    version = models.IntegerField()
    kind = models.CharField(max_length=event.KIND_LENGTH)
    data = models.TextField()
    at = models.BigIntegerField()
    who = models.CharField(max_length=event.WHO_LENGTH, null=True)  # noqa: DJ001 -- no one is not an empty name
    command = models.CharField(max_length=event.COMMAND_LENGTH, null=True)  # noqa: DJ001 -- nor is no command
    part = models.SmallIntegerField()
    digest = models.BinaryField()

    class Meta:
        """Read by stream and version, and by command to find a repeated one."""

        db_table = "log_event"
        constraints = [  # noqa: RUF012
            models.UniqueConstraint(
                fields=["stream", "command"], condition=models.Q(command__isnull=False), name="log_event_command"
            )
        ]

    def __str__(self) -> str:
        return f"{self.stream} {self.version} {self.kind}"


class HeadRow(models.Model):
    """The end of one stream (see `event.Head`); it moves with every append, in the same transaction."""

    stream = models.CharField(max_length=event.STREAM_LENGTH, primary_key=True)
    version = models.IntegerField()
    digest = models.BinaryField()
    at = models.BigIntegerField()

    class Meta:
        """Read by stream."""

        db_table = "log_head"

    def __str__(self) -> str:
        return f"{self.stream} {self.version}"
