"""Recorded games that a player is offered to race against."""

from replays.models import Result


def best_of(player: str, code: str) -> Result | None:
    """The player's own best game of a deal: the fastest win, or else the one with the most cards home, sooner ended.

    One that waits for a review is theirs to race all the same.
    """
    mine = Result.objects.filter(code=code, owner=player)
    return mine.order_by("-home", "time_ms", "game_id").first()
