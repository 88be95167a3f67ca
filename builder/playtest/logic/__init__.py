"""The conditions and effects of a scenario, for the play of any game."""
