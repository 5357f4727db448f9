"""What has to be set before the site may serve anybody."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

KEY_LENGTH, KEY_VARIETY = 50, 5
"""A `SECRET_KEY` has so many characters at least, and so many different ones: as `manage.py check --deploy` asks."""


def check_settings() -> None:
    """Raise `ImproperlyConfigured`, with a sentence to the operator, where something is missing."""
    if settings.DEVELOPMENT:
        return
    if not settings.ALLOWED_HOSTS:
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS is not set: name the hosts the site is reached under, with commas between."
        )
    key = settings.SECRET_KEY  # Django raises here where it is empty
    if len(key) < KEY_LENGTH or len(set(key)) < KEY_VARIETY:
        raise ImproperlyConfigured(
            f"SECRET_KEY could be guessed: give {KEY_LENGTH} random characters or more,"
            " such as python3 -c 'import secrets; print(secrets.token_urlsafe(50))' prints."
        )
