"""Tracks: turns, tests, losses and points of a game in lines and boxes to fill in."""
