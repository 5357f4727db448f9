"""What an operator sees of a running site: its health, its figures, its log lines."""
