"""The races' Django app."""

from django.apps import AppConfig


class RacesConfig(AppConfig):
    """Races: rooms, what is due in them, and ratings."""

    name = "solitaire.races"
    label = "races"
