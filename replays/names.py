"""What families, draw counts, rule sets and boards are called, in the language of the request."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from replays.boards import Only
from replays.models import Board
from replays.site_boards import SiteBoard

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
ALL_WINS: Promise = _("All wins")
WINS: Mapping[Only, Promise] = {
    Only.FIRST: _("First attempts"),
    Only.SEALED: _("Sealed races"),
    Only.WEEK: _("This week"),
}
"""What a board of a deal can be narrowed down to."""
ONLY: Mapping[Only, Promise] = {
    Only.FIRST: _("Only wins at the first attempt at these cards."),
    Only.SEALED: _("Only wins in races on a sealed deck, which nobody knew before."),
    Only.WEEK: _("Only games that ended this week, from Monday 00:00 UTC on."),
}
"""What a board of a deal takes, for the line under it."""
NOBODY: Mapping[frozenset[Only], Promise] = {
    frozenset(): _("Nobody stands on this board yet. Be the first."),
    frozenset({Only.FIRST}): _("Nobody has won these cards at the first attempt yet."),
    frozenset({Only.SEALED}): _("These cards have not been won in a sealed race."),
    frozenset({Only.WEEK}): _("Nobody has won this deal this week. Be the first."),
}
"""What stands on a board that is empty."""
NOBODY_AT_ALL: Promise = _("No win of this deal is all that is chosen above.")
"""The same where several kinds of wins are chosen together."""
SCORES: Mapping[str, Promise] = {
    "N": _("Points"),
    "V": _("Winnings"),
    "S": _("Points"),
    "C": _("Cards home"),
}
"""The head of a column of scores under each rule set."""
SITE_BOARDS: Mapping[str, Promise] = {
    SiteBoard.WEEK: _("This week"),
    SiteBoard.MONTH: _("This month"),
    SiteBoard.WINS: _("Most wins"),
    SiteBoard.STREAKS: _("Streaks"),
}
SITE_LEADS: Mapping[str, Promise] = {
    SiteBoard.WEEK: _("Who has won the most decks new to them since Monday, 00:00 UTC."),
    SiteBoard.MONTH: _("Who has won the most decks new to them since the month began, 00:00 UTC."),
    SiteBoard.WINS: _("Who has won the most different decks ever."),
    SiteBoard.STREAKS: _("Who has won a new deck on the most days in a row."),
}
"""What each board of the site ranks, in a sentence."""
SITE_ORDERS: Mapping[str, Promise] = {
    SiteBoard.WEEK: _(
        "Ranked by decks won this week; equal numbers share a place, and who reached theirs first is above."
    ),
    SiteBoard.MONTH: _(
        "Ranked by decks won this month; equal numbers share a place, and who reached theirs first is above."
    ),
    SiteBoard.WINS: _("Ranked by decks won; equal numbers share a place, and who reached theirs first is above."),
    SiteBoard.STREAKS: _(
        "Ranked by the longest run of days (UTC) with a deck won on each; equal runs share a place, and who reached"
        " theirs first is above."
    ),
}
"""How each board of the site decides, for the line under it."""


def deal_name(family: str, draw: int, ruleset: str) -> str:
    """How a deal is played, on one line: `Klondike · draw one · Normal`."""
    return " · ".join((str(FAMILIES[family]), str(DRAWS[draw]), str(RULE_SETS[ruleset])))
