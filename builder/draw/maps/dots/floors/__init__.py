"""The floors of buildings on sheets of their own, with notes about each building."""
