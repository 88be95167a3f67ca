"""Entries of the database as people and programs read them."""
