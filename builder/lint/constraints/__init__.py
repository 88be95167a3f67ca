"""Constraints of the rulebooks, which are data next to the rules, enforced by a few general checks."""
