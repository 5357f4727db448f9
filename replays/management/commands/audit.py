"""`manage.py audit`: whether everything agrees with the log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from replays.audit import audit
from replays.progress import Progress
from replays.snapshot import snapshot
from solitaire.log import store


class Command(BaseCommand):
    """Reads the whole log, checks it, and compares everything that is derived from it.

    Each stream, player or deal that does not agree is named on a line of its own on standard output; the exit status
    is then 1. The site may be running meanwhile.
    """

    help = "Reads the whole log, checks it, and compares with it everything that is derived."

    def handle(self, *args: Any, **options: Any) -> None:
        """Audit, and name what does not agree."""
        found = 0
        with snapshot(), Progress(self.stderr, "streams", store.counts().streams) as progress:
            for finding in audit(progress.more):
                self.stdout.write(str(finding))
                found += 1
        if found:
            raise CommandError(f"{found} findings")
        self.stdout.write("Everything agrees with the log.")
