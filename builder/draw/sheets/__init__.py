"""Sheets to read and to write on: briefings, rosters, charts, player aids and templates."""
