"""Times, scores and dates as people read them, in the language and the number format of the request."""

from datetime import UTC, datetime, timedelta

from babel.dates import format_timedelta
from django.conf import settings
from django.utils import timezone
from django.utils.formats import get_format, number_format
from django.utils.translation import get_language, ngettext, to_locale


def clock(milliseconds: int, digits: int = 0) -> str:
    """A time as minutes and seconds, with hours where there are any, and `digits` decimals: `3:07`, `1:02:09.250`."""
    seconds, rest = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return text + (get_format("DECIMAL_SEPARATOR") + f"{rest:03}"[:digits] if digits else "")


def time_left(until: int, now: int) -> str:
    """How long it is from one moment to a later one, in milliseconds since 1970: `5:03:12`, `3:07`."""
    return clock(max(0, until - now))


def count(number: int) -> str:
    """A whole number with its thousands apart: `1,045`."""
    return number_format(number, force_grouping=True)


def score(points: int, ruleset: str) -> str:
    """A score without its unit, but for the dollars of Vegas: `1,045`, `+$208`, `$0`, `-$52`."""
    if ruleset != "V":
        return count(points)
    sign = "+" if points > 0 else "-" if points < 0 else ""
    return f"{sign}${count(abs(points))}"


def score_with_unit(points: int, ruleset: str) -> str:
    """A score with its unit: `1,045 points`, `+$208`, `52 cards home`."""
    shown = score(points, ruleset)
    if ruleset == "V":
        return shown
    if ruleset == "C":
        return ngettext("%(score)s card home", "%(score)s cards home", points) % {"score": shown}
    return ngettext("%(score)s point", "%(score)s points", points) % {"score": shown}


def moment(milliseconds: int) -> datetime:
    """Milliseconds since 1970 as a moment."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def ago(milliseconds: int) -> str:
    """How long ago a moment was, in its largest unit: `5 minutes ago`."""
    passed = min(moment(milliseconds) - timezone.now(), timedelta(seconds=-1))
    return format_timedelta(passed, add_direction=True, locale=to_locale(get_language() or settings.LANGUAGE_CODE))
