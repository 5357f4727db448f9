"""The rules of the game, by themselves: no clock, no input or output, no randomness, nothing but the standard library.

`cards` and `deals` say what a code deals, `rulesets` what the numbers of each rule set are, `position` what lies on
the table, `notation` how a move is written, `openings` what can be moved, `moves` judges and makes moves, `changes` is
what they changed, `game` is a game with its undo, `views` who sees what of it, and `record` reads and writes games as
text.
"""
