"""Deals that can be won, for whoever asks for one: whoever keeps some ready says so here (`tell`)."""

from collections.abc import Callable

from solitaire.rules.deals import Deal

Source = Callable[[str, int, str], Deal | None]
"""A deal of a family, draw and rule set that can be won, for one player alone; None where none is at hand."""


class _Told:
    source: Source = staticmethod(lambda _family, _draw, _ruleset: None)


def tell(source: Source) -> None:
    """Say where such deals come from; until somebody has, there are none."""
    _Told.source = staticmethod(source)


def winnable_like(deal: Deal) -> Deal | None:
    """A deal that can be won and is played the same way; None where none is at hand."""
    return _Told.source(deal.family, deal.draw, deal.ruleset)
