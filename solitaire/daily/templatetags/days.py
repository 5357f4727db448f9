"""`{% load days %}`: deals of the day by name and by address."""

from datetime import date

from django import template
from django.urls import reverse

from solitaire.daily.day import read_key

register = template.Library()


@register.filter
def day_page(key: str) -> str:
    """The address of a deal of the day's page."""
    on, draw = read_key(key)
    return reverse("daily-day", args=[on.isoformat(), draw])


@register.filter
def day_date(key: str) -> date:
    """The date of a deal of the day."""
    return read_key(key)[0]


@register.filter
def day_draw(key: str) -> int:
    """The draw count of a deal of the day."""
    return read_key(key)[1]
