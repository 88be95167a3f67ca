"""Drawings on pages: grids, imposition, tiling and cutting."""
