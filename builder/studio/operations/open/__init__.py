"""Operations on open country and dots: terrain, height, obstacles, walls and labels."""
