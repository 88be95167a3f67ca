"""Commands that use playtests."""
