"""Which decks somebody has been dealt, under whatever code."""

from collections.abc import Collection

from replays.models import Game


def dealt(players: Collection[str], decks: Collection[str]) -> set[str]:
    """Of `decks` (by key), those that any of `players` (by id) has been dealt, also in a race that is still secret."""
    games = Game.objects.filter(owner__in=players, deck_key__in=decks)
    return set(games.values_list("deck_key", flat=True).distinct())
