"""Sheets to read and to fill in: briefings, rosters, charts, player aids and templates."""
