"""`manage.py limits`: what is limited, as Markdown."""

from django.core.management.base import BaseCommand

from solitaire.limit_table import markdown


class Command(BaseCommand):
    """Prints the table of everything that is limited: `deploy/limits.md` is what it prints."""

    help = "Print everything that is limited, how far, for whom, and what going over gets, as Markdown."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        """Print the table."""
        self.stdout.write(markdown(), ending="")
