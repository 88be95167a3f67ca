"""Maps: spots, lines of sight, and how units move. Nothing here depends on a game."""
