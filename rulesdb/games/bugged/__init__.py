"""Bugged!: a hex wargame of four races, by Jeremy Claridge, 2001."""
