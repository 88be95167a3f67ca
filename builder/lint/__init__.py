"""Check scenarios against the rules of their games."""
