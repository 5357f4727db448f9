"""The application that looks: results, boards and replays, all derived from the event log."""

from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    """Makes what is derived follow the log: its listeners run in the transaction of each event."""

    name = "replays"

    def ready(self) -> None:
        """Listen to the milestones of games and players."""
        from replays import results

        results.listen()
