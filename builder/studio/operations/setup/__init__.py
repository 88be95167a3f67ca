"""Operations on zones, placements, objectives, forces and their members."""
