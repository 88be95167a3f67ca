"""Operations on tables: pieces of terrain, and the vertices of everything that has a shape."""
