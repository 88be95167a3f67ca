"""The parts of pictures of decks."""
