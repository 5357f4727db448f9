#!/usr/bin/env python
"""Samedeal's command line: `manage.py help` lists what it can do."""

import os
import sys
from importlib import import_module

from django.conf import settings

RULES_ALONE = ("deal", "fold")
"""Commands that need neither a database nor any app of the site, whose start takes more than a second."""


def run_at_once(argv: list[str]) -> None:
    """Run one of `RULES_ALONE` without setting up the site."""
    settings.configure()
    import_module(f"solitaire.live.management.commands.{argv[1]}").Command().run_from_argv(argv)


def main(argv: list[str]) -> None:
    """Run the command that the first argument names."""
    if argv[1:2] and argv[1] in RULES_ALONE:
        run_at_once(argv)
        return
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
    try:
        execute_from_command_line(argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Samedeal cannot start. {error}")


if __name__ == "__main__":
    main(sys.argv)
