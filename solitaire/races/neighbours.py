"""Racers who come from one network are flagged: one person at two tables, perhaps, or two at one.

Of the network a keyed hash is kept with the seat until the race is over, another key for each race; the log never
learns of it.
"""

from django.utils.crypto import salted_hmac

from solitaire.races.models import SeatRow
from solitaire.races.race import Race

HEX = 32
"""So many digits of the hash are kept."""
SAME_NETWORK = "same-network"


def note(race: Race, player: str, network: str) -> None:
    """Remember where the player of a seat has come from, and flag all who came from there."""
    key = salted_hmac(f"solitaire.races {race.id}", network).hexdigest()[:HEX]
    SeatRow.objects.filter(race=race.id, player=player, active=True).update(network=key)
