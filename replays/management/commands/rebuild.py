"""`manage.py rebuild`: everything derived, made anew from the log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from replays.audit import of_streams
from replays.progress import Progress
from replays.rebuild import rebuild
from replays.snapshot import snapshot
from solitaire.log import store


class Command(BaseCommand):
    """Throws away everything that is derived from the log, and makes it anew.

    The log is checked first; where it is not sound, nothing is thrown away, what is wrong is named as `audit` does,
    and the exit status is 1. Nobody else can write meanwhile, so a site that is running answers that it cannot.
    """

    help = "Throws away everything that is derived from the log, and makes it anew."

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the log, then rebuild."""
        streams = store.counts().streams
        found = 0
        with snapshot(), Progress(self.stderr, "streams checked", streams) as progress:
            for finding in of_streams(progress.more):
                self.stdout.write(str(finding))
                found += 1
        if found:
            raise CommandError(f"{found} findings in the log: nothing was changed")
        with Progress(self.stderr, "games rebuilt", streams) as progress:
            rebuild(progress.more)
        self.stdout.write("Everything that is derived was made anew.")
