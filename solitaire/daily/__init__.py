"""The deal of the day: one for each draw count, the same for everybody, from midnight to midnight UTC."""
