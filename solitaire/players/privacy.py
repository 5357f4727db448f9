"""Who may see what of a player's page: kept with the player, and open to everybody until they narrow it.

The name, the results on boards, the places in races and on the ladder, and every replay stay where they are: whoever
plays on the same deal is entitled to see who was quicker. What is narrowed is what gathers a player's games.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from solitaire.players import following
from solitaire.players.models import Player


class Audience(StrEnum):
    """Who may see it."""

    EVERYBODY = "everybody"
    FOLLOWED = "followed"
    """Whom the player follows."""
    NOBODY = "nobody"
    """The player alone."""


AUDIENCES: Mapping[str, Promise] = {
    Audience.EVERYBODY: _("Everybody"),
    Audience.FOLLOWED: _("Players I follow"),
    Audience.NOBODY: _("Only me"),
}


@dataclass(frozen=True)
class Privacy:
    """Who may see each part of a player's page."""

    games: str = Audience.EVERYBODY
    """Which games and races they have played, which they have won lately, and what they play most."""
    figures: str = Audience.EVERYBODY
    """Counts, best times, wins and days in a row, and ratings over time."""
    follows: str = Audience.EVERYBODY
    """Whom they follow, and who follows them."""

    def kept(self) -> dict[str, str]:
        """What has to be kept: whatever is narrower than it is for everybody."""
        return {name: str(value) for name, value in asdict(self).items() if value != Audience.EVERYBODY}


OPEN = Privacy()
"""What holds for who has narrowed nothing."""
SHUT = Privacy(Audience.NOBODY, Audience.NOBODY, Audience.NOBODY)
"""What holds for who has left."""


def privacy_of(player: Player) -> Privacy:
    """Who may see what of a player's page; what is kept and no audience any more counts as the narrowest."""
    if player.left_at is not None:
        return SHUT
    kept: Mapping[str, Any] = player.privacy or {}
    audiences = set(Audience)
    return Privacy(
        **{
            field.name: kept[field.name] if kept[field.name] in audiences else Audience.NOBODY
            for field in fields(Privacy)
            if field.name in kept
        }
    )


@dataclass(frozen=True)
class Seen:
    """Which parts of a player's page somebody may see."""

    games: bool
    figures: bool
    follows: bool


def seen_by(viewer: str | None, player: Player) -> Seen:
    """Which parts of the page of `player` the player `viewer` (an id; None for nobody) may see."""
    if viewer == player.pk:
        return Seen(games=True, figures=True, follows=True)
    privacy = asdict(privacy_of(player))
    friend = Audience.FOLLOWED in privacy.values() and viewer is not None and following.follows(player.pk, viewer)
    return Seen(
        **{
            name: audience == Audience.EVERYBODY or (friend and audience == Audience.FOLLOWED)
            for name, audience in privacy.items()
        }
    )
