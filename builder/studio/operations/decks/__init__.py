"""Operations on decks and floors: maps of hexes with levels, areas and doors."""
