"""The event log: every stream's events in one append-only table. It knows no game."""
