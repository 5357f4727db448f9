"""Players: guests who play at once, accounts, sessions."""
