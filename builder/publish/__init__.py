"""The Sphinx extension, and the pages that it makes from the database."""
