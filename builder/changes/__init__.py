"""The changes between two versions of a scenario or of the rules, and their effects."""
