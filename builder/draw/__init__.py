"""Drawings in millimeters, independent of any paper size."""
