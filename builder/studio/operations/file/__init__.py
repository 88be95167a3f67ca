"""Operations on any part of a scenario file: values, names with their references, lists of hexes."""
