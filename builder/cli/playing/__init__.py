"""Commands that follow from playtests."""
