"""Scenarios drawn with the mouse: operations on a scenario's file, and the page in which they are tools."""
