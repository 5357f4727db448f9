"""`manage.py deal CODE`: what a deal code deals."""

import json
import sys

from django.core.management.base import BaseCommand, CommandParser

from solitaire.rules.deals import BadCode, Deal
from solitaire.rules.game import start
from solitaire.rules.views import View, show_position


class Command(BaseCommand):
    """Print the dealt position as one line of JSON. A text that is no deal code: one line on stderr, exit status 2."""

    help = "Print the position that a deal code deals, every card of it, as JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the code."""
        parser.add_argument("code", help="a deal code, such as KL1-D1N-AAAAAAG")

    def handle(self, *, code: str, **_options: object) -> None:
        """Print the position."""
        try:
            deal = Deal.parse(code)
        except BadCode as error:
            self.stderr.write(str(error))
            sys.exit(2)
        self.stdout.write(json.dumps(show_position(start(deal), View.ALL)))
