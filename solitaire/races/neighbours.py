"""Racers of a rated race who come from one network are flagged: one person at two tables, perhaps.

Of the network a keyed hash is kept with the seat until the race is over, another key for each race; the log never
learns of it. It is that of the request by which the seat was taken, or, where the site has found somebody another seat,
that of the first socket to the race, which may open after the start.
"""

from collections import Counter
from collections.abc import Collection

from django.utils.crypto import salted_hmac

from solitaire.races import conduct
from solitaire.races.models import Flag, SeatRow
from solitaire.races.race import Race

HEX = 32
"""So many digits of the hash are kept."""


def note(race_id: str, mine: Collection[str], network: str) -> None:
    """Remember where somebody with the ids `mine`, who has a seat, comes from, unless that is known already.

    For as long as the race is not over.
    """
    key = salted_hmac(f"solitaire.races {race_id}", network).hexdigest()[:HEX]
    SeatRow.objects.filter(race=race_id, player__in=mine, active=True, network="").update(network=key)


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
