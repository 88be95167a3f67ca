"""Sheets and charts of the odds of tables."""
