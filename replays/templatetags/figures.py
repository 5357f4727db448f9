"""`{% load figures %}`: times, scores and dates in templates."""

from django import template

from replays import figures, names

register = template.Library()
register.filter("count", figures.count)
register.filter("clock", figures.clock)
register.filter("time_left", figures.time_left)
register.filter("score", figures.score)
register.filter("score_with_unit", figures.score_with_unit)
register.filter("moment", figures.moment)
register.filter("ago", figures.ago)


@register.filter
def deal_name(deal: object) -> str:
    """How anything with a `family`, a `draw` and a `ruleset` is played: `Klondike · draw one · Normal`."""
    return names.deal_name(deal.family, deal.draw, deal.ruleset)  # type: ignore[attr-defined]
