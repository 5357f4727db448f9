"""The rules of the game, by themselves: no clock, no input or output, no randomness, nothing but the standard library.

`cards` and `deals` say what a code deals, `rulesets` what the numbers of each rule set are, `position` what lies on
the table, `moves` how a move is written and judged, `game` is a game with its undo, `views` who sees what of it, and
`record` reads and writes games as text.
"""
