"""The races' Django app."""

from django.apps import AppConfig


class RacesConfig(AppConfig):
    """Races: rooms, what is due in them, and ratings."""

    name = "solitaire.races"
    label = "races"

    def ready(self) -> None:
        """Follow the races of the log, and answer what the rest of the site asks about them."""
        from solitaire.live.holds import add
        from solitaire.races import facts, holds, ratings, rows

        rows.listen()
        ratings.listen()
        facts.answer()
        add(holds.racing)
