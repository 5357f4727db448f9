"""The application that looks: results, boards and replays, all derived from the event log."""

from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    """Makes what is derived follow the log: its listeners run in the transaction of each event."""

    name = "replays"

    def ready(self) -> None:
        """Listen to the milestones of games, players and races, and tell who asks of games."""
        from replays import decks, practice, results, tables
        from solitaire.live import holds
        from solitaire.races import ghosts
        from solitaire.races.lobby import lobby

        results.listen()
        lobby.tell(tables.best_games)
        ghosts.tell(decks.dealt)
        holds.add(practice.beside)
