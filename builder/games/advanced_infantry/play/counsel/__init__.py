"""The worth of actions, and goals, for players."""
