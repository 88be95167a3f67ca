"""Entries of the database, written for people and programs."""
