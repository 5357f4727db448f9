"""The players' Django app."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Guests, accounts and their sessions."""

    name = "solitaire.players"
    label = "players"

    def ready(self) -> None:
        """Listen to the log's milestones and to sessions that go."""
        from solitaire.players import absorb, following, joining, leaving, sanctions, sessions

        joining.listen()
        absorb.listen()
        following.listen()
        leaving.listen()
        sanctions.listen()
        sessions.listen()
