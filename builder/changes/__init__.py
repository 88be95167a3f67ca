"""What changed between two versions of a scenario or of the rules, and what that changes."""
