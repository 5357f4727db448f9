"""What the players' part announces within this process."""

from django.dispatch import Signal

session_ended = Signal()
"""Sent with `session_key` once a session is gone for good: logout, login (the key changes), a new password, absorption.

It comes after the commit, on the thread that ended the session.
"""

absorbed = Signal()
"""Sent with `account` (an id) once the games of a guest have become those of an account, after the commit."""
