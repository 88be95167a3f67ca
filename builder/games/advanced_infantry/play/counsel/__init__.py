"""What actions are worth and where to go, for players."""
