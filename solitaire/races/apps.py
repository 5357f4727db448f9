"""The races' Django app."""

from django.apps import AppConfig


class RacesConfig(AppConfig):
    """Races: rooms, what is due in them, and ratings."""

    name = "solitaire.races"
    label = "races"

    def ready(self) -> None:
        """Follow the races of the log, and answer what the rest of the site asks about them."""
        from django.conf import settings

        from solitaire.live import winnable
        from solitaire.live.caretaker import caretaker
        from solitaire.live.holds import add
        from solitaire.live.hub import hub
        from solitaire.live.settled import race_moved
        from solitaire.players.signals import absorbed
        from solitaire.races import (
            clock,
            clock_steps,
            commands,
            conduct,
            facts,
            ghosts,
            holds,
            pace,
            pairing,
            ratings,
            rows,
            sockets,
            stock,
        )
        from solitaire.races.race import PREFIX

        rows.listen()
        ratings.listen()
        conduct.listen()
        ghosts.listen()
        clock.listen()
        sockets.listen()
        facts.answer()
        absorbed.connect(commands.keep_one_seat, dispatch_uid="races")
        hub.overhear(PREFIX, lambda stream: race_moved(stream.removeprefix(PREFIX)))
        add(holds.racing)
        caretaker.every(settings.RACES["rounds_s"], pairing.keep_pairing)
        caretaker.every(settings.LIVE["clock_s"], clock_steps.steps.look)
        if settings.RACES["pace_lines"]:
            caretaker.every(settings.RACES["pace_rounds_s"], pace.keep_ready)
        winnable.tell(stock.deal_to_play)
        if settings.RACES["winnable"]:
            caretaker.every(settings.RACES["pace_rounds_s"], stock.keep_ready)
