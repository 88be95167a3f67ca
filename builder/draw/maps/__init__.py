"""Maps of every kind, with their keys and overviews."""
