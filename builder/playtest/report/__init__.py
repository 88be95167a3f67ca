"""What a batch of games shows."""
