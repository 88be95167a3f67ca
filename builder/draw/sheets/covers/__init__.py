"""Covers of kits: the picture with what is behind it, the contents, and the credits."""
