"""Modules of VASSAL, the program for playing board wargames."""
