"""Small pictures of decks: the set-up, the levels above each other, and seams on overviews."""
