"""Operations on a part of the map: copied, moved, mirrored and pasted with everything in it."""
