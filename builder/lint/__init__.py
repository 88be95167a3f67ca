"""Checks of scenarios, with the game's rules as the judge."""
