"""A scenario file and the model of what it states."""
