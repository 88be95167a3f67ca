"""Drawings on paper: sheets, imposition, PDF and the play kit."""
