"""Django in the bench's own process, with the settings of the tests."""

import os

import django
from django.apps import apps


def django_ready() -> None:
    """Set Django up, once."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    if not apps.ready:
        django.setup()
