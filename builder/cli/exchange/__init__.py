"""The commands that share scenarios with other programs, and import from them."""
