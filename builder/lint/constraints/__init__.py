"""Constraints of the rulebooks, which are data beside the rules, carried out by a few general checks."""
