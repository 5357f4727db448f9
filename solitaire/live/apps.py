"""The live part's Django app."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """Games being played: tables in memory, and the sockets around them."""

    name = "solitaire.live"
    label = "live"

    def ready(self) -> None:
        """Follow the log's milestones, the sessions that end, and the first request."""
        from solitaire.live import absence, hints, milestones, sockets

        milestones.listen()
        absence.listen()
        sockets.listen()
        hints.begin()
