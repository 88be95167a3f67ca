"""One folder for each game, with everything that is known of it."""
