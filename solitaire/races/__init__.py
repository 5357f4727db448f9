"""Races: several players, one deal, one start."""
