"""Maps of Tiled, the map editor: written and read again, place by place."""
