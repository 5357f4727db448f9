"""Racers of a rated race who come from one network are flagged: one person at two tables, perhaps.

Of the network a keyed hash is kept with the seat until the race is over, another key for each race; the log never
learns of it.
"""

from collections import Counter

from django.utils.crypto import salted_hmac

from solitaire.races import conduct
from solitaire.races.models import Flag, SeatRow
from solitaire.races.race import Race

HEX = 32
"""So many digits of the hash are kept."""


def note(race: Race, player: str, network: str) -> None:
    """Remember where the player of a seat comes from, for as long as the race is not over."""
    key = salted_hmac(f"solitaire.races {race.id}", network).hexdigest()[:HEX]
    SeatRow.objects.filter(race=race.id, player=player, active=True).update(network=key)


def report(race: Race) -> None:
    """Flag the racers of a rated race that has started who come from one network, once however often it is called."""
    if not race.rated:
        return
    networks = dict(SeatRow.objects.filter(race=race.id).exclude(network="").values_list("game", "network"))
    racers = Counter(networks.values())
    for seat in race.seats:
        together = racers[networks.get(seat.game, "")]
        if together > 1:
            conduct.report(seat.game, Flag.Kind.SAME_ADDRESS, seat.player, race.id, {"racers": together})
