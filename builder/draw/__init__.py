"""Drawings in millimeters. Knows the model, not the paper."""
