"""The ground of decks for play: cells, lines of sight, and ways over them."""
