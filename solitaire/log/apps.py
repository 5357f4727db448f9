"""The Django app of the event log."""

from django.apps import AppConfig


class LogConfig(AppConfig):
    """Registers the log's two tables under the label `log`."""

    name = "solitaire.log"
    label = "log"
