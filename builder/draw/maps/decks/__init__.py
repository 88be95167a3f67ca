"""The parts of drawings of decks."""
