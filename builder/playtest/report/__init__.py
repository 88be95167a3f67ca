"""Reports about a batch of games."""
