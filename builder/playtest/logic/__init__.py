"""What a scenario states in words that machines understand, as every game's play needs it."""
