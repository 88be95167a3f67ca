"""The search page of the site, and its data."""
