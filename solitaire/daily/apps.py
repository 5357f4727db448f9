"""The Django app of the deal of the day."""

from django.apps import AppConfig


class DailyConfig(AppConfig):
    """The deal of the day: its decks, the attempts at them, and what is due at midnight."""

    name = "solitaire.daily"
    label = "daily"

    def ready(self) -> None:
        """Follow the days of the log, answer what the rest of the site asks about them, and do what is due."""
        from django.conf import settings

        from solitaire.daily import duties, facts, rows
        from solitaire.daily.day import PREFIX
        from solitaire.live.caretaker import caretaker
        from solitaire.live.hub import hub
        from solitaire.live.off_loop import off_loop
        from solitaire.live.settled import race_moved

        async def attend() -> None:
            await off_loop(duties.attend)

        rows.listen()
        facts.answer()
        hub.overhear(PREFIX, lambda stream: race_moved(stream.removeprefix(PREFIX)))
        caretaker.every(settings.DAILY["rounds_s"], attend)
