"""Which day it is: by the clock that the settings name, so that a site can be put before or after midnight."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from solitaire.daily.day import date_at, start_of


def now() -> int:
    """The time by which days begin and end, in milliseconds since 1970."""
    return cast(Callable[[], int], import_string(settings.DAILY["now"]))()


def today() -> date:
    """The date (UTC) it is."""
    return date_at(now())


def tomorrow() -> date:
    """The date after today."""
    return today() + timedelta(days=1)


def midnight() -> int:
    """When tomorrow begins."""
    return start_of(tomorrow())
