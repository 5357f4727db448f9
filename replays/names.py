"""What families, draw counts, rule sets and boards are called, in the language of the request."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from replays.models import Board

FAMILIES: Mapping[str, Promise] = {"KL": _("Klondike"), "TF": _("Thoughtful")}
DRAWS: Mapping[int, Promise] = {1: _("draw one"), 3: _("draw three")}
RULE_SETS: Mapping[str, Promise] = {"N": _("Normal"), "V": _("Vegas"), "S": _("Standard"), "C": _("Classic")}
BOARDS: Mapping[str, Promise] = {
    Board.FASTEST: _("Fastest"),
    Board.MOVES: _("Fewest moves"),
    Board.SCORE: _("Highest score"),
}
ORDERS: Mapping[str, Promise] = {
    Board.FASTEST: _("Ranked by time; then fewer moves, then the higher score, then who was first."),
    Board.MOVES: _("Ranked by moves; then the shorter time, then the higher score, then who was first."),
    Board.SCORE: _("Ranked by score; then the shorter time, then fewer moves, then who was first."),
}
"""How each board decides, for the line under it."""
SCORES: Mapping[str, Promise] = {
    "N": _("Points"),
    "V": _("Winnings"),
    "S": _("Points"),
    "C": _("Cards home"),
}
"""The head of a column of scores under each rule set."""


def deal_name(family: str, draw: int, ruleset: str) -> str:
    """How a deal is played, on one line: `Klondike · draw one · Normal`."""
    return " · ".join((str(FAMILIES[family]), str(DRAWS[draw]), str(RULE_SETS[ruleset])))
